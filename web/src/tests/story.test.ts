import { expect, test } from "vitest";
import { story } from "../lib/story";

const move = (words: string): { what: string; words: string } => ({ what: "move", words });

test("the same thing in a row is told once", () => {
  expect(story([move("Ben draws a card."), move("Ben draws a card."), move("Ada draws 3K."), move("Ada draws 12K'."), move("Ada draws 6S.")]))
    .toEqual([{ what: "move", words: "Ben draws a card.", times: 2 }, { what: "move", words: "Ada draws 3K 12K' 6S.", times: 1 }]);
});

test("several cards come where one comes", () => {
  const words = (lines: string[]): string[] => story(lines.map(move)).map((line) => line.words);
  expect(words(["11K comes into the market.", "5V comes into the market.", "13K comes into the market."])).toEqual(["11K 5V 13K come into the market."]);
  expect(words(["2T does not fit and is discarded.", "3T does not fit and is discarded."])).toEqual(["2T 3T do not fit and are discarded."]);
  expect(words(["Ada takes 2T, which is hers.", "Ada takes 3T, which is hers."])).toEqual(["Ada takes 2T 3T, which is hers."]);
});

test("talk is no part of it", () => {
  expect(story([{ what: "talk", words: "Hello" }])).toEqual([]);
});
