import { expect, test } from "vitest";
import { Play } from "../lib/play.svelte";
import { candidates, cyberMain, cyberPrompt, digitsOpen, isFaceDown, notes, sheet } from "../tables/cyberDefense";
import { meter } from "../tables/peerToPeer";
import { afterGift, lastScores, rowsOf, spare, spots, wishes, worthChange } from "../tables/techExchange";
import { m } from "../words";
import { room, seen } from "./fixtures";

test("what the aid of the table tells is said in words, and nothing else", () => {
  const one = room();
  one.seen = { ...seen, slates: { answers: ["3@1 n=2 sideways"] }, aid: { kind: "off" } };
  expect([sheet(one), notes(one, 1), candidates(one, 1)]).toEqual([[], [], null]);
  const told = {
    kind: "notes", answers: ["3@1 n=2 sideways", "9K@2 n=0 flip", "2@5 n=1 hit", "6 revealed"],
    notes: { 1: ["not 3"], 2: ["not 9", "K"], 3: [] },
  };
  one.seen = { ...one.seen, aid: told };
  expect(sheet(one)).toEqual(["3@1: 2, sideways", "9K@2: 0, upside-down", "2@5: 1, hit", "digit 6: opened by Phish"]);
  expect([notes(one, 1), notes(one, 2), notes(one, 5)]).toEqual([["not 3"], ["not 9", "is K"], []]);
  expect(candidates(one, 1)).toBeNull();
  one.seen = { ...one.seen, aid: { ...told, kind: "answers", candidates: { 1: ["4K", "5K"], 2: ["5K", "6S"] } } };
  expect(candidates(one, 1)).toEqual(["4K", "5K"]);
  expect(candidates(one)).toEqual(["4K", "5K", "6S"]);
  expect(candidates(one, 6)).toEqual([]);
});

test("a guess is what was put together, if it is one of those possible", () => {
  const one = room();
  one.seen = { ...seen, asked: [{ seat: 0, turn: 1, verb: "guess", words: "", options: [{ choice: "4@1" }, { choice: "4@6" }] }] };
  const play = new Play(one);
  expect([...digitsOpen(play)]).toEqual([1, 6]);
  play.aim = "4@6";
  expect(cyberMain(play)?.option.choice).toBe("4@6");
  play.aim = "4@2"; // as long as an upgraded digit has no domain
  expect(cyberMain(play)).toBeNull();
  expect(cyberPrompt(play)?.before).toBe(m.cdGuessDomain);
});

test("whether cards serve a customer is what the server says, and what is missing is their sum", () => {
  const one = room();
  one.seen = { ...seen, aid: { hand: [13, 0, 11], fits: { 6: [0b011], 14: [] }, laid_fits: [2] } };
  expect(meter(one, 14, [13, 11])).toEqual({ missing: 0, hasDomain: false, fits: false }); // 3V and 10V for 13S
  expect(meter(one, 6, [13, 0])).toEqual({ missing: 0, hasDomain: true, fits: true }); // 3V and 9S for 12V
  expect(meter(one, 6, [13])).toEqual({ missing: 9, hasDomain: true, fits: false });
  expect(meter(one, 2, [24, 13])?.fits).toBe(true); // cards that lie committed
  expect(meter(one, 6, [])).toBeNull();
});

test("a slot is the cards that fit it, and a gift is worth what the server says of them", () => {
  expect(spots("7*|*K")).toEqual([6, 19, 32, 45, ...Array(13).keys()]);
  expect(spots("13V")).toEqual([51]);
  expect(spots("**")).toHaveLength(52);
  const worths = [3, ...Array.from({ length: 52 }, (_, spot) => (spot === 6 ? 15 : 9))];
  const one = { ...seen, aid: { worth: 9, gifts: { 10: worths } } };
  expect(worthChange(one, afterGift(one, 10, "7*"))).toBe("9 → 9 to 15");
  expect(worthChange(one, afterGift(one, 10, "7K"))).toBe("9 → 15");
  expect(worthChange(one, afterGift(one, 11, "7K"))).toBe("");
});

test("the card that is needed least is offered in return, and what helps most is wished for first", () => {
  const flat = (without: number, good: number): number[] => [without, ...Array.from({ length: 52 }, (_, spot) => (spot === good ? 20 : without))];
  const one = { ...seen, aid: { worth: 9, gifts: { 10: flat(0, 1), 11: flat(9, 12), 12: flat(3, 2) } } };
  expect(spare(one)).toBe(11);
  expect(wishes(one, 11)[0]).toBe("13*");
});

test("cards at a front are face down for who plays and who watches, but not where all cards are open", () => {
  const lying = { ...seen, places: { "phish 1": [10], "phish 2": [20] } };
  expect(isFaceDown(lying, "phish")).toBe(true);
  expect(isFaceDown({ ...lying, side: 2 }, "phish")).toBe(true);
  expect(isFaceDown({ ...lying, side: 2, faces: { 10: "9T", 20: "3V" } }, "phish")).toBe(false);
  expect(isFaceDown(lying, "ddos")).toBe(false);
});

test("an offer keeps its row while it is open, and a new one takes the first row that is free", () => {
  expect(rowsOf([], [1, 2, 3])).toEqual([1, 2, 3]);
  expect(rowsOf([1, 2, 3], [1, 3])).toEqual([1, 0, 3]);
  expect(rowsOf([1, 0, 3], [1, 3, 4])).toEqual([1, 4, 3]);
  expect(rowsOf([1, 4, 3], [4])).toEqual([0, 4]);
  expect(rowsOf([0, 4], [])).toEqual([]);
});

test("what was said when the last round was scored is found in the story", () => {
  const score = (words: string) => ({ what: "score", words });
  const say = (words: string) => ({ what: "say", words });
  expect(lastScores([say("a")])).toMatchObject({ at: -1, words: [], length: 0 });
  const story = [score("old"), say("a"), score("Kim scores 9."), score("Mara scores 3."), say("All cards are gathered.")];
  expect(lastScores(story)).toMatchObject({ at: 3, words: ["Kim scores 9.", "Mara scores 3."] });
});
