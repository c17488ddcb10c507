import { expect, test } from "vitest";
import { backsNamed, cardSeen, changed, cut, isCode, read } from "../lib/cards";
import { seen } from "./fixtures";

test("codes are read, of every deck", () => {
  expect(read("13V")).toEqual({ value: 13, letter: "V", copy: 0 });
  expect(read("9K''")).toEqual({ value: 9, letter: "K", copy: 2 });
  expect(read("9K'4")).toEqual({ value: 9, letter: "K", copy: 4 });
  expect(read("W1'")).toEqual({ value: 0, letter: "W", copy: 1 });
  expect(isCode("W3")).toBe(false);
});

test("values change step by step, each cut off", () => {
  expect(changed(5, 15)).toBe(6);
  expect(changed(12, 14 + 5)).toBe(13);
  expect(changed(4, 28)).toBe(8);
  expect(changed(5, 29)).toBe(3);
  expect(changed(5, 30)).toBe(9);
  expect(changed(5, 30 + 11)).toBe(11);
  expect(changed(12, 28 * 64 + 13)).toBe(12); // doubled to 13, then less one
});

test("a card shows what is marked on it, by its face or by its back", () => {
  const card = cardSeen({ ...seen, marks: { ...seen.marks, locked: { 24: 1 }, domain: { "5K": 4 } } }, 4);
  expect([card.value, card.printedValue, card.letter, card.printedLetter]).toEqual([6, 5, "V", "K"]);
  expect(cardSeen(seen, 13).used).toBe(true);
  const hidden = cardSeen({ ...seen, marks: { locked: { 24: 1 } } }, 24);
  expect(hidden.code).toBe("");
  expect(hidden.marks).toEqual({ locked: 1 });
});

test("a choice names cards by their codes, or by where they lie", () => {
  expect(backsNamed("R2 9T 10V", seen)).toEqual([10, 11]);
  expect(backsNamed("committed 2 #1", seen)).toEqual([24]);
  expect(backsNamed("pass", seen)).toEqual([]);
});

test("a sentence is cut into words and cards", () => {
  expect(cut("Mara draws 9K' and W1.").filter((part) => part.code).map((part) => part.code)).toEqual(["9K'", "W1"]);
  expect(cut("Round 2 of 4").every((part) => !part.code)).toBe(true);
});
