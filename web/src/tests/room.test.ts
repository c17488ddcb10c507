import { tick } from "svelte";
import { expect, test } from "vitest";
import { Play } from "../lib/play.svelte";
import { room, seen, shown, welcome } from "./fixtures";

test("updates follow each other; the table and the log grow with them", async () => {
  const one = room();
  expect(one.question?.verb).toBe("commit");
  one.heard({ type: "update", version: 2, table: { phase: "results", asked: [] }, log: [{ what: "say", words: "Kim wins." }] });
  await tick();
  expect(one.seen?.phase).toBe("results");
  expect(one.question).toBeNull();
  expect(one.log.map((line) => line.words)).toEqual(["Kim wins."]);
});

test("an old update changes nothing", async () => {
  const one = room();
  one.heard({ type: "update", version: 1, table: { phase: "setup" } });
  await tick();
  expect(one.seen?.phase).toBe("commitments");
});

test("a welcome in the same run keeps the lines that are known", async () => {
  const one = room();
  one.heard({ type: "update", version: 2, log: [{ what: "say", words: "a" }, { what: "say", words: "b" }] });
  await tick();
  one.heard({ ...welcome, version: 9, log: [{ what: "say", words: "c" }], log_from: 2 });
  expect(one.log.map((line) => line.words)).toEqual(["a", "b", "c"]);
  one.heard({ ...welcome, run: "b", version: 1, log: [{ what: "say", words: "x" }], log_from: 0 });
  expect(one.log.map((line) => line.words)).toEqual(["x"]);
});

test("an offer that is being put together stays while others trade", async () => {
  const one = room();
  const trade = { seat: 0, turn: 3, verb: "trade", words: "", options: [{ choice: "done" }, { choice: "offer 9T", cards: [10] }], is_open: true };
  const floor = { ...seen, phase: "first trading", asked: [trade] };
  one.heard({ ...welcome, version: 5, room: { ...shown, game: "tech exchange", options: { form: "live" } }, table: floor });
  const play = new Play(one);
  play.fresh();
  play.toggle(10);
  const hear = async (version: number, table: Record<string, unknown>): Promise<void> => {
    one.heard({ type: "update", version, table });
    await tick();
    play.fresh();
  };
  expect(one.isHeld).toBe(false);
  await hear(6, { asked: [{ seat: 0, turn: 4, verb: "reply", words: "", options: [{ choice: "pass" }] }] });
  expect(play.question?.verb).toBe("trade");
  expect(one.isHeld).toBe(true); // nothing is sent before the floor is open again
  await hear(7, { asked: [] });
  await hear(8, { asked: [{ ...trade, turn: 5 }] });
  expect(play.picked).toEqual([10]);
  expect(play.question?.turn).toBe(5);
  expect(one.isHeld).toBe(false);
  await hear(9, { phase: "first effects", asked: [] });
  expect(play.question).toBeNull();
  expect(play.picked).toEqual([]);
});

test("a question to the team is shown to every member, and to nobody else", () => {
  const one = room();
  const question = { seat: 1, turn: 7, verb: "commit", words: "", options: [{ choice: "pass" }], others: [0] };
  one.seen = { ...seen, members: [[0, 1], [2]], asked: [question], awaited: [0, 1] };
  expect(one.question?.turn).toBe(7);
  one.seen = { ...one.seen, asked: [{ ...question, others: [] }] };
  expect(one.question).toBeNull();
});

test("nobody waits for a bot whose team has a person to decide", () => {
  const one = room();
  const bot = { ...shown.seats[1]! };
  const person = { ...shown.seats[0]! };
  one.shown = { ...shown, seats: [person, bot, bot, bot] };
  one.seen = { ...seen, members: [[0, 1], [2, 3]], awaited: [0, 1, 2, 3] };
  expect(one.awaited).toEqual([0, 2, 3]);
  one.shown = { ...one.shown, seats: [{ ...person, has_bot: true }, bot, bot, bot] }; // away: a bot plays
  expect(one.awaited).toEqual([0, 1, 2, 3]);
  one.shown = { ...one.shown, seats: [person, bot, bot, bot] };
  one.seen = { ...one.seen, awaited: [1] }; // it picks its own first venture
  expect(one.awaited).toEqual([1]);
});

test("when the rules' clock acts is shown from the moment it is told, until there is no such time", () => {
  const one = room();
  expect(one.due).toBeNull();
  one.heard({ type: "update", version: 2, due: { what: "end trading", seconds: 60 } });
  expect(one.due).toMatchObject({ what: "end trading", seconds: 60 });
  expect(Date.now() - one.due!.since).toBeLessThan(1000);
  one.heard({ type: "update", version: 3, log: [{ what: "say", words: "a" }] });
  expect(one.due).toMatchObject({ what: "end trading" });
  one.heard({ type: "update", version: 4, due: { what: "", seconds: 0 } });
  expect(one.due).toBeNull();
});
