import { expect, test } from "vitest";
import { courseOf, pointsAfter } from "../lib/course";
import { tally } from "../lib/places";
import { scoresOf } from "../lib/scores";
import { seen, shown } from "./fixtures";

test("points and the beginnings of rounds, moment by moment", () => {
  const moments = [[0, 0, 0], [1, 0, 0], [1, 2, 0], [2, 2, 1]].map(([round, one, other]) => (
    { seen: { ...seen, tallies: { round: [round!], points: [one!, other!] } }, log: [] }));
  expect(courseOf(moments, (now, side) => tally(now, "points", side))).toEqual({ lines: [[0, 0, 2, 2], [0, 0, 0, 1]], rounds: [1, 3] });
  expect(courseOf([], () => 0)).toEqual({ lines: [], rounds: [] });
});

test("what is scored at the moment in which the next round begins belongs to the round before", () => {
  const course = { lines: [[0, 0, 9, 9, 21], [0, 5, 14, 14, 14]], rounds: [0, 2] };
  expect([0, 1].map((round) => pointsAfter(course, 0, round))).toEqual([9, 21]);
  expect([0, 1].map((round) => pointsAfter(course, 1, round))).toEqual([14, 14]);
});

test("scores are told with those whose they are: they are by side, not by seat", () => {
  const seats = ["Kim", "Mara", "Ben"].map((name) => ({ ...shown.seats[0]!, name }));
  const room = { ...shown, state: "over" as const, seats, scores: [3, 6], members: [[1, 2], [0]] };
  expect(scoresOf(room)).toEqual(["Mara & Ben 3", "Kim 6"]);
  expect(scoresOf({ ...room, members: [] })).toEqual(["Kim", "Mara", "Ben"]); // rather none than wrong ones
});
