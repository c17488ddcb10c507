import { expect, test } from "vitest";
import { Play } from "../lib/play.svelte";
import { sleeve } from "../lib/sleeves";
import { partnersOf, teamOf, teamTally } from "../lib/teams";
import { gearsPrompt, gearsSaying } from "../tables/gears";
import { m } from "../words";
import { room, seen } from "./fixtures";

test("choices say what they do, without a code of the rules", () => {
  expect(gearsSaying("pooled")).toBe("With factories together, 3 for each");
  expect(gearsSaying("matched by 4T'")).toBe("With 4T' alone");
  expect(gearsSaying("3T right")).toBe("3T, lying: to pay");
  expect(gearsSaying("3T upright")).toBe("3T, standing: to boost");
  expect(gearsSaying("4K M2")).toBe("4K to market 2");
  expect(gearsSaying("4K M1 for 2V")).toBe("4K to market 1, in place of 2V");
});

test("it is asked how a card is paid by its name, and said what 9S would repeat", () => {
  const one = room();
  const question = { seat: 0, turn: 1, words: "", options: [{ choice: "9S" }, { choice: "pass" }] };
  one.seen = { ...seen, asked: [{ ...question, verb: "pay", about: 0 }] };
  expect(gearsPrompt(new Play(one))).toMatchObject({ before: m.giPayFor, mark: "9S", after: "?" });
  one.seen = { ...seen, asked: [{ ...question, verb: "use" }], aid: { repeats: "5V" } };
  expect(gearsPrompt(new Play(one))?.sub).toContain("9S would repeat 5V");
  one.seen = { ...one.seen, aid: {} };
  expect(gearsPrompt(new Play(one))?.sub).toContain(m.giNothingToRepeat("9S"));
});

test("who wins together, and what they have, is as the server says it", () => {
  const one = room();
  const shown = { ...one.shown!, partners: [[0, 2], [1, 3]] };
  expect(teamOf(shown, 2)).toEqual([0, 2]);
  expect(partnersOf(shown, 3)).toEqual([1]);
  expect(partnersOf({ ...shown, partners: [] }, 3)).toEqual([]);
  const four = { ...seen, members: [[0], [1], [2], [3]], tallies: { ...seen.tallies, points: [2, 1, 3, 4] } };
  expect([0, 1, 2, 3].map((side) => teamTally(shown, four, "points", side))).toEqual([5, 5, 5, 5]);
});

test("a card that goes home elsewhere is marked", () => {
  const one = room();
  one.seen = { ...seen, marks: { home: { 10: 1, 11: 9, 12: 2 } } };
  expect([10, 11, 13].map((back) => sleeve(one, back, 0))).toEqual(["", m.marketCard, ""]);
  expect(sleeve(one, 12, 0)).toContain("of ");
});
