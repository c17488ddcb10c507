import { expect, test } from "vitest";
import { nextHolder } from "../lib/device";

test("the device goes around: to the next who is to move, after the one that had it", () => {
  expect(nextHolder([0, 1, 3], [0, 1], -1)).toBe(0);
  expect(nextHolder([0, 1, 3], [0, 1], 0)).toBe(1);
  expect(nextHolder([0, 1, 3], [0, 1], 1)).toBe(0);
  expect(nextHolder([0, 1, 3], [3, 0], 1)).toBe(3);
  expect(nextHolder([0, 1], [2], 0)).toBe(-1); // a bot is to move
});
