import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { read } from "../lib/cards";
import { bestHand, type PokerCard, points } from "../lib/poker";
import { en } from "../words/en";

function named(codes: string): string {
  const hand = bestHand(codes.split(" ").map(read));
  return hand ? `${en.hand(hand)}, ${points(hand)}` : "";
}

test.each([
  ["9S 7T 11K", "High card 11, 1"], ["9S 7T 9K", "Pair of 9s, 1"], ["9S 7T 9K 7V", "Two pair, 9s and 7s, 1"],
  ["9S 9T 9K", "Three 9s, 1"], ["7V 6K 8S 9T 10V", "Straight to 10, 2"], ["13K 12S 1K 2K 3K", "High card 13, 1"],
  ["1K 5K 6K 8K 12K", "Knowledge flush, 12 high, 2"], ["9S 9T 9K 2K 2S", "Full house, 9s and 2s, 2"],
  ["5T 5V 8K 5K 5S", "Four 5s, 2"], ["9V 10V 11V 12V 13V", "Royal flush of Services, 2"],
  ["4T 5T 6T 7T 8T", "Technology straight flush to 8, 2"],
  // With wild cards, from the examples of the rulebook.
  ["9K 12T 4S W1 6T", "Pair of 12s, 1"], ["7K 7S 10V W1 7T", "Four 7s, 2"], ["5K W1 9T 6S 7V", "Straight to 9, 2"],
  ["3S W1 11V 11K 4T", "Three 11s, 1"], ["13K 8S 2T W1", "Pair of 13s, 1"], ["W1", "High card 13, 1"],
])("%s is a %s", (codes, name) => expect(named(codes)).toBe(name));

// What the rules of the server say of thousands of hands: tools/hand_vectors.py.
const SIGNS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
const told = JSON.parse(readFileSync("src/tests/hands.json", "utf-8")) as { points: number[]; hands: string[] };

function card(sign: string): PokerCard {
  const number = SIGNS.indexOf(sign);
  return number === 52 ? { value: 0, letter: "W" } : { value: Math.floor(number / 4) + 1, letter: "KSTV"[number % 4]! };
}

test("every hand is what the rules say, with five of a kind and without", () => {
  expect(told.hands.length).toBe(10000);
  const wrong: string[] = [];
  const found = new Set<number>();
  for (const line of told.hands) {
    const [signs = "", plain = "", five = plain] = line.split(" ");
    const cards = [...signs].map(card);
    for (const [wanted, withFive] of [[plain, false], [five, true]] as const) {
      const hand = bestHand(cards, withFive)!;
      const named = hand.category.toString(16) + hand.values.map((value) => value.toString(16)).join("") + hand.letter;
      found.add(hand.category);
      if (named !== wanted || points(hand) !== told.points[hand.category]) wrong.push(`${line}: ${named}`);
    }
  }
  expect(wrong).toEqual([]);
  expect([...found].sort((a, b) => a - b)).toEqual([...told.points.keys()]); // no kind of hand is missing
});
