import { expect, test } from "vitest";
import { backsNamed, cardSeen, cut, isCode, read } from "../lib/cards";
import { seen } from "./fixtures";

test("codes are read, of every deck", () => {
  expect(read("13V")).toEqual({ value: 13, letter: "V", copy: 0 });
  expect(read("9K''")).toEqual({ value: 9, letter: "K", copy: 2 });
  expect(read("9K'4")).toEqual({ value: 9, letter: "K", copy: 4 });
  expect(read("W1'")).toEqual({ value: 0, letter: "W", copy: 1 });
  expect(isCode("W3")).toBe(false);
});

test("a card shows what the server says it counts as, and what is marked on its face or its back", () => {
  const card = cardSeen({ ...seen, marks: { ...seen.marks, locked: { 24: 1 } }, changed: { 4: { value: 6, domain: "V" } } }, 4);
  expect([card.value, card.printedValue, card.letter, card.printedLetter]).toEqual([6, 5, "V", "K"]);
  expect(cardSeen(seen, 13).used).toBe(true);
  const hidden = cardSeen({ ...seen, marks: { locked: { 24: 1 } } }, 24);
  expect(hidden.code).toBe("");
  expect(hidden.marks).toEqual({ locked: 1 });
});

test("a choice names cards by their codes", () => {
  expect(backsNamed("R2 9T 10V", seen)).toEqual([10, 11]);
  expect(backsNamed("pass", seen)).toEqual([]);
});

test("a sentence is cut into words and cards", () => {
  expect(cut("Mara draws 9K' and W1.").filter((part) => part.code).map((part) => part.code)).toEqual(["9K'", "W1"]);
  expect(cut("Round 2 of 4").every((part) => !part.code)).toBe(true);
});
