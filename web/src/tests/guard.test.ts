import { flushSync, tick } from "svelte";
import { afterEach, expect, test, vi } from "vitest";
import { Guard, SETTLING } from "../lib/guard";
import { Play } from "../lib/play.svelte";
import { m } from "../words";
import { room, seen } from "./fixtures";

afterEach(() => vi.useRealTimers());

function press(type: "pointerdown" | "keydown", at: number, more: KeyboardEventInit = {}): Event {
  const event = type === "keydown" ? new KeyboardEvent(type, more) : new Event(type);
  return Object.defineProperty(event, "timeStamp", { value: at });
}

test("what is pressed just after the question changed was meant for the one before", () => {
  let now = 1000;
  const guard = new Guard(() => now);
  guard.pressed(press("pointerdown", 900));
  expect(guard.isTooSoon).toBe(false); // it is the first question
  guard.changed(false);
  expect(guard.isTooSoon).toBe(true); // a finger that was down before
  guard.pressed(press("pointerdown", 1000 + SETTLING - 1));
  expect(guard.isTooSoon).toBe(true);
  guard.pressed(press("pointerdown", 1000 + SETTLING));
  expect(guard.isTooSoon).toBe(false);
  guard.pressed(press("keydown", 1100));
  expect(guard.isTooSoon).toBe(true); // nobody here answered: another question came by itself
  now = 9000; // a screen reader may press without a finger or a key
  expect(guard.isTooSoon).toBe(false);
});

test("who answers with keys may answer the next question as quickly, but not with a key held down", () => {
  const guard = new Guard(() => 1000);
  guard.changed(true);
  guard.pressed(press("keydown", 1050, { key: "p" }));
  expect(guard.isTooSoon).toBe(false);
  guard.pressed(press("keydown", 1050, { key: "p", repeat: true }));
  expect(guard.isTooSoon).toBe(true);
  guard.pressed(press("pointerdown", 1050)); // the second press of a double click
  expect(guard.isTooSoon).toBe(true);
});

test("the next button that appears under the finger does nothing but say why", async () => {
  const one = room();
  const act = vi.spyOn(one, "act").mockResolvedValue(true);
  const play = new Play(one);
  play.fresh();
  one.seen = { ...seen, asked: [{ seat: 0, turn: 9, verb: "use", words: "", options: [{ choice: "pass" }] }] };
  flushSync();
  play.fresh();
  expect(play.isSettling).toBe(true);
  play.guard.pressed(press("pointerdown", performance.now()));
  await play.send("pass");
  expect(act).not.toHaveBeenCalled();
  expect(one.refused).toBe(m.justChanged);
  await new Promise((wait) => setTimeout(wait, SETTLING + 20));
  await tick();
  expect(play.isSettling).toBe(false);
  play.guard.pressed(press("pointerdown", performance.now()));
  await play.send("pass");
  expect(act).toHaveBeenCalledWith("pass");
});
