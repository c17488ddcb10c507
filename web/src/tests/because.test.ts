import { expect, test } from "vitest";
import { because } from "../lib/because";
import { Play } from "../lib/play.svelte";
import { m } from "../words";
import { room, seen } from "./fixtures";

function asked(game: string, verb: string, choices: string[], more: object = {}): Play {
  const one = room();
  one.shown = { ...one.shown!, game };
  one.seen = { ...seen, ...more, asked: [{ seat: 0, turn: 1, verb, words: "", options: choices.map((choice) => ({ choice })) }] };
  return new Play(one);
}

test("a hint says what hand it makes", () => {
  expect(because(asked("grid poker", "commit", ["R1 9T"]), "R1 9T")).toBe("It makes: Pair of 9s, for 1 point.");
  expect(because(asked("grid poker", "place", ["C1"]), "C1")).toBe(m.because.makes("High card 13", "1 point"));
});

test("a hint says what a card does, or what it brings", async () => {
  const play = asked("grid poker", "use", ["9T"]);
  await Promise.resolve();
  play.room.prints = { "9T": { code: "9T", concept: "Robotics", icon: "", about: "", text: "Exchange a card." } };
  expect(because(play, "9T")).toBe("What it does: Exchange a card.");
  const gift = (nine: number): number[] => [0, ...Array.from({ length: 52 }, (_, spot) => (spot % 13 === 8 ? nine : 0))];
  const own = { faces: { 0: "9S", 22: "4K" }, aid: { worth: 0, gifts: { 22: gift(3), 0: gift(0) } } };
  const trade = asked("tech exchange", "trade", [], own);
  expect(because(trade, "offer 4K as 4K to all for 9*")).toBe(m.because.worth(0, 3));
  expect(because(trade, "offer 9S as 9S to all for 9*")).toBe("");
  const serve = asked("peer to peer", "commit", ["9T 2S"], { places: { "hand 1": [10, 1], row: [2] }, faces: { 10: "9T", 1: "2S", 2: "11T" }, aid: { hand: [10, 1], fits: { 2: [3] } } });
  expect(because(serve, "9T 2S")).toBe(m.because.serves("11T", 11));
});

test("a hint says what can still be guessed, what a market makes and what an answer brings", () => {
  const digits = { aid: { kind: "answers", candidates: { 1: ["4K", "4T", "4V", "5S"] } } };
  expect(because(asked("cyber defense", "guess", ["4@1"], digits), "4@1")).toBe(m.because.guess(3));
  expect(because(asked("cyber defense", "guess", ["4K@1"], digits), "4K@1")).toBe(m.because.guess(1));
  expect(because(asked("cyber defense", "guess", ["4@1"], { aid: { kind: "notes" } }), "4@1")).toBe(m.because.noted);
  const markets = { places: { "hand 1": [10], "M1 1": [0], "neutral M1": [1, 2] }, faces: { 10: "9T", 0: "9S", 1: "7T", 2: "11K" } };
  expect(because(asked("gears of industry", "enter", ["9T M1"], markets), "9T M1")).toBe(m.because.makes("Pair of 9s", ""));
  const floor = { aid: { worth: 0, offers: [{ number: 3, seat: 1, to: -1, gives: ["9*"], wants: ["4*"], ways: [{ choice: "commit 3 4K", worth: [0, 3] }] }] } };
  for (const verb of ["reply", "trade"]) expect(because(asked("tech exchange", verb, ["commit 3 4K"], floor), "commit 3 4K")).toBe(m.because.worth(0, 3));
});

test("where the table shows no reason, none is said", () => {
  expect(because(asked("grid poker", "discard", ["9T"]), "9T")).toBe("");
  expect(because(asked("grid poker", "use", ["9T", "pass"]), "pass")).toBe("");
});
