import { expect, test } from "vitest";
import { story } from "../lib/story";

const move = (words: string): { what: string; words: string } => ({ what: "move", words });

test("the same thing in a row is told once", () => {
  expect(story([move("Ben draws a card."), move("Ben draws a card."), move("Ada draws 3K."), move("Ada draws 12K'."), move("Ada draws 6S.")]))
    .toEqual([{ what: "move", words: "Ben draws a card.", times: 2 }, { what: "move", words: "Ada draws 3K 12K' 6S.", times: 1 }]);
});

test("talk is no part of it", () => {
  expect(story([{ what: "talk", words: "Hello" }])).toEqual([]);
});
