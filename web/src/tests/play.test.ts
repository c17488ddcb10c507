import { flushSync } from "svelte";
import { expect, test } from "vitest";
import { Play } from "../lib/play.svelte";
import { gridMain, linesOpen, bestLine } from "../tables/gridPoker";
import { betSaying } from "../tables/betting";
import { kindOf } from "../tables/kinds";
import type { Option, Question } from "../wire";
import { room, seen } from "./fixtures";

test("cards are picked, put down and exchanged for others", () => {
  const play = new Play(room());
  expect([...play.named].sort()).toEqual([10, 11, 12]);
  play.toggle(10);
  play.toggle(11);
  expect(play.picked).toEqual([10, 11]);
  play.toggle(12); // a third does not go with two: it takes the place of the last
  expect(play.picked).toEqual([10, 12]);
  play.toggle(10);
  expect(play.picked).toEqual([12]);
  play.toggle(0); // not asked for
  expect(play.picked).toEqual([12]);
});

test("what is picked leads to choices that differ in words", () => {
  const play = new Play(room());
  play.toggle(10);
  expect(play.ready.map((choice) => choice.option.choice)).toEqual(["R1 9T", "R2 9T", "R3 9T", "C1 9T", "C2 9T", "C3 9T"]);
  expect(play.pass?.option.choice).toBe("pass");
  expect(play.dimmed.size).toBe(0);
});

test("Grid Poker offers the strongest line until another is chosen", () => {
  const play = new Play(room(), gridMain);
  expect(gridMain(play)).toBeNull();
  play.toggle(10);
  play.toggle(11);
  flushSync();
  expect(linesOpen(play).size).toBe(6);
  expect(bestLine(play)).toBe("R2"); // 7V 6K 8S 9T 10V
  expect(play.main?.option.choice).toBe("R2 9T 10V");
  play.aim = "C1";
  expect(play.main?.option.choice).toBe("C1 9T 10V");
});

function asking(options: Option[], more: Partial<Question> = {}): Play {
  const one = room();
  one.seen = { ...seen, asked: [{ seat: 0, turn: 5, verb: "draw", words: "", options, ...more }] };
  return new Play(one);
}

test("any set of cards can be said where not all are listed", () => {
  const play = asking([
    { choice: "pass" }, { choice: "9T", cards: [10] }, { choice: "10V", cards: [11] }, { choice: "5S", cards: [12] },
    { choice: "9T 10V 5S", cards: [10, 11, 12] }], { is_open: true });
  play.toggle(10);
  play.toggle(12);
  expect(play.main?.option.choice).toBe("9T 5S");
});

test("where two cards are needed, one is not offered, and a third takes the place of the second", () => {
  const play = asking([{ choice: "9T 10V", cards: [10, 11] }, { choice: "9T 5S", cards: [10, 12] }], { is_open: true });
  play.toggle(10);
  expect(play.ready).toEqual([]);
  expect(play.main).toBeNull();
  play.toggle(11);
  expect(play.main?.option.choice).toBe("9T 10V");
  play.toggle(12);
  expect(play.main?.option.choice).toBe("9T 5S");
});

test("where only the first and the last set are listed, the cards between can be chosen too", () => {
  const play = asking([{ choice: "9S 7T", cards: [0, 1] }, { choice: "12V 5T", cards: [6, 7] }], { is_open: true });
  expect([...play.named]).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  play.toggle(2);
  expect(play.main).toBeNull();
  play.toggle(4);
  expect(play.main?.option.choice).toBe("11K 5K");
});

test("a card that lies nowhere cannot be pointed at", () => {
  const play = asking([{ choice: "9T", cards: [10] }, { choice: "2K", cards: [99] }]);
  expect(play.lost.map((choice) => choice.option.choice)).toEqual(["2K"]);
});

test("a bet says what it costs, and to stay in for least is the main thing", () => {
  const one = room();
  const moves = { fold: { costs: 0, stake: 2, is_all: false }, call: { costs: 2, stake: 4, is_all: false }, raise: { costs: 6, stake: 8, is_all: true } };
  const options = Object.keys(moves).map((choice) => ({ choice }));
  one.seen = { ...seen, aid: { moves }, asked: [{ seat: 0, turn: 5, verb: "bet", words: "", options }] };
  const play = new Play(one, kindOf("regular poker").main);
  expect(options.map(({ choice }) => betSaying(choice, play))).toEqual(["Fold", "Call 2", "Raise to 8, all in"]);
  expect(play.main?.option.choice).toBe("call");
});
