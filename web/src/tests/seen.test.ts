import { expect, test } from "vitest";
import { whole } from "../lib/api";
import { applied } from "../lib/seen";
import type { Seen } from "../wire";
import { seen } from "./fixtures";

test("parts come whole, entries one by one, and null takes one away", () => {
  const after = applied(seen, {
    phase: "results", awaited: [], places: { "hand 1": [10], "committed 1": [11, 12] }, faces: { 24: "2K", 30: null },
    marks: { used: null },
  });
  expect(after.phase).toBe("results");
  expect(after.awaited).toEqual([]);
  expect(after.places["hand 1"]).toEqual([10]);
  expect(after.places["market"]).toEqual(seen.places["market"]);
  expect(after.faces[24]).toBe("2K");
  expect("30" in after.faces).toBe(false);
  expect(after.marks).toEqual({ value: { "5K": 15 } });
});

test("the table before is not touched", () => {
  const copy = structuredClone(seen);
  applied(seen, { faces: { 0: null }, tallies: { round: [3] } });
  expect(seen).toEqual(copy);
});

test("the first changes make a table of nothing", () => {
  const after = applied(null, { phase: "setup", places: { deck: [1, 2] } });
  expect(after.places).toEqual({ deck: [1, 2] });
  expect(after.asked).toEqual([]);
});

test("a moment that an older server archived is made whole", () => {
  const { zones, changed, aid, ...old } = seen;
  expect(Boolean(zones && changed && aid)).toBe(true);
  expect(whole({ seen: old as Seen, log: [] }).seen).toEqual({ ...seen, zones: {}, changed: {}, aid: {} });
});
