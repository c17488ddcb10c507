import { expect, test } from "vitest";
import { codesOf, counted, curve, deckText, keepDeck, keptDeck, noCards, pressed } from "../lib/decks";

test("a deck is put together card by card, and stays in the browser", () => {
  let own = noCards();
  for (const code of ["7K", "7S", "12T", "7K"]) own = pressed(own, "deck", code, 1);
  expect(codesOf(own.deck)).toEqual(["7S", "12T"]); // the second press takes a card away
  own = pressed(pressed(own, "deck", "12T", 2), "market", "3V", 2);
  expect(deckText(own)).toBe("deck 7S 12T 12T market 3V");
  keepDeck(own, true);
  expect(keptDeck(true)).toEqual(own);
  expect(keptDeck(false)).toEqual(noCards());
});

test("the curve counts the cards of each value", () => {
  expect(curve(codesOf(counted(["1K", "1S", "13V", "4T"]).deck))).toEqual([2, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
});
