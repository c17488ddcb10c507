import { expect, test } from "vitest";
import { read } from "../lib/cards";
import { fits, grouping, readOffer, worth } from "../lib/exchange";
import { Play } from "../lib/play.svelte";
import { answers, cyberMain, cyberPrompt, digitsOpen, fitting, isFaceDown, notes } from "../tables/cyberDefense";
import { meter } from "../tables/peerToPeer";
import { m } from "../words";
import { room, seen } from "./fixtures";

const cards = (codes: string): { value: number; letter: string }[] => codes.split(" ").map(read);

test.each([
  ["9K 9S 9T", { K: 1, S: 4, T: 2, V: 3 }, 12], ["9K 9S 9T 9V", { K: 1, S: 1, T: 1, V: 5 }, 20],
  ["1V 5V 8V", { K: 9, S: 1, T: 1, V: 2 }, 6], ["9K 9S", { K: 9, S: 9, T: 9, V: 9 }, 0],
  // Three of the four nines are enough where the last one completes a flush.
  ["9K 9S 9T 9V 2V 3V", { K: 3, S: 1, T: 1, V: 3 }, 18],
])("%s is worth what its groups are", (codes, stocks, points) => expect(worth(cards(codes), stocks)).toBe(points));

test("offers are read from the board", () => {
  expect(readOffer("3: seat 1 gives *V to all for 7*|*K")).toEqual({ number: 3, seat: 0, to: "all", gives: ["*V"], wants: ["7*|*K"] });
  expect(readOffer("4: seat 2 whispers to seat 1")).toBeNull();
  expect(fits(read("7S"), "7*|*K")).toBe(true);
  expect(fits(read("W1"), "**")).toBe(false);
});

test("answers to guesses become notes at the digits", () => {
  const one = room();
  one.seen = { ...seen, slates: { answers: ["3@1 n=2 sideways", "9K@2 n=0 flip", "2@5 n=1 hit", "6 revealed"] } };
  expect(answers(one)).toHaveLength(3);
  expect(notes(one, 1)).toEqual(["not 3"]);
  expect(notes(one, 2)).toEqual(["is K", "not 9"]);
  expect(notes(one, 5)).toEqual([]);
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

test("a customer is served by an exact sum and one card of its domain", () => {
  const one = room();
  expect(meter(one, 14, [13, 11])).toEqual({ sum: 13, missing: 0, hasDomain: false }); // 3V and 10V for 13S
  expect(meter(one, 6, [13, 0])).toEqual({ sum: 12, missing: 0, hasDomain: true }); // 3V and 9S for 12V
  expect(meter(one, 6, [])).toBeNull();
});

test("the best groups are named, and what each brings", () => {
  const stocks = { K: 3, S: 1, T: 1, V: 3 };
  const hand = cards("9K 9S 9T 9V 2V 3V");
  const groups = grouping(hand, stocks);
  expect(groups.map(({ points }) => points)).toEqual([9, 9]);
  expect(groups.map((group) => group.cards.map((at) => hand[at]!.value))).toEqual([[9, 2, 3], [9, 9, 9]]);
  expect(grouping(cards("1K 2S 3T"), stocks)).toEqual([]);
  const seven = cards("5K 5S 5T 5V 5K 5S 5T");
  expect(grouping(seven, stocks).flatMap((group) => group.cards).sort()).toEqual([...seven.keys()]);
});

test("a digit can be what was not seen elsewhere, and agrees with all answers", () => {
  const one = room();
  const move = { what: "move", words: "", source: "deck", target: "discard" };
  one.log = [{ ...move, card: "8K" }, { ...move, card: "8S", source: "deck", target: "password 2" }, { what: "note", words: "9T" }];
  one.seen = {
    ...seen, places: { "password 2": [50, 51, 52, 53, 54, 55], "mitm 1": [56] }, faces: { 50: "2K", 56: "7T" }, marks: {},
    slates: { answers: ["3@2 n=2 sideways", "4@2 n=0", "2@1 n=1 hit", "6S@3 n=1", "5T@4 n=0 flip", "11T@5 n=1 sideways"] },
  };
  const of = (digit: number, value: number): string[] => fitting(one, digit).filter((code) => code.slice(0, -1) === String(value));
  expect(of(2, 8)).toEqual(["8S", "8T", "8V"]); // one was seen in the discard; the note names none
  expect(of(2, 9)).toHaveLength(4);
  expect(of(2, 7)).toEqual(["7K", "7S", "7V"]);
  expect(of(2, 3)).toEqual([]);
  expect(of(6, 3)).toHaveLength(4);
  expect(of(6, 4)).toEqual([]); // none in the password
  expect(of(6, 2)).toEqual([]); // the only one is found
  expect(fitting(one, 3)).toEqual(["6K", "6T", "6V"]); // the value is right, its domain is not
  expect(fitting(one, 4).every((code) => code.endsWith("T"))).toBe(true);
  expect(fitting(one, 5).some((code) => code.endsWith("T") || code.startsWith("11"))).toBe(false);
});

test("cards at a front are face down for who plays and who watches, but not where all cards are open", () => {
  const lying = { ...seen, places: { "phish 1": [10], "phish 2": [20] } };
  expect(isFaceDown(lying, "phish")).toBe(true);
  expect(isFaceDown({ ...lying, side: 2 }, "phish")).toBe(true);
  expect(isFaceDown({ ...lying, side: 2, faces: { 10: "9T", 20: "3V" } }, "phish")).toBe(false);
  expect(isFaceDown(lying, "ddos")).toBe(false);
});
