// What is said on a trading floor is not left in the composer to be said again.
import { expect, test, vi } from "vitest";
import { Play } from "../lib/play.svelte";
import { room } from "./fixtures";

test("where several cards go into a sentence they are picked together, and all is put away once it was said", async () => {
  const play = new Play(room());
  play.free = 2;
  play.toggle(10);
  play.toggle(11);
  expect(play.picked).toEqual([10, 11]);
  play.toggle(12);
  expect(play.picked).toEqual([10, 12]);
  play.aim = "offer 9T as 9T to seat 2 for 7*";
  play.room.act = vi.fn(() => Promise.resolve(false));
  await play.send(play.aim);
  expect(play.picked).toEqual([10, 12]);
  play.room.act = vi.fn(() => Promise.resolve(true));
  await play.send(play.aim);
  expect([play.picked, play.aim]).toEqual([[], ""]);
});
