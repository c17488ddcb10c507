import { expect, test } from "vitest";
import { courseOf } from "../lib/course";
import { tally } from "../lib/places";
import { seen } from "./fixtures";

test("points and the beginnings of rounds, moment by moment", () => {
  const moments = [[0, 0, 0], [1, 0, 0], [1, 2, 0], [2, 2, 1]].map(([round, one, other]) => (
    { seen: { ...seen, tallies: { round: [round!], points: [one!, other!] } }, log: [] }));
  expect(courseOf(moments, (now, side) => tally(now, "points", side))).toEqual({ lines: [[0, 0, 2, 2], [0, 0, 0, 1]], rounds: [1, 3] });
  expect(courseOf([], () => 0)).toEqual({ lines: [], rounds: [] });
});
