import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Connection, type Ear, type State } from "../lib/connection";
import type { AnySaid } from "../wire";
import { welcome } from "./fixtures";

class Line {
  static all: Line[] = [];
  sent: AnySaid[] = [];
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  constructor(readonly url: string) {
    Line.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as AnySaid);
  }
  close(): void {
    this.onclose?.();
  }
  hear(message: unknown): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

let states: State[] = [];
const ear: Ear = { heard: () => undefined, state: (state) => states.push(state), where: () => "version=1" };
const dial = (url: string): WebSocket => new Line(url) as unknown as WebSocket;

beforeEach(() => {
  vi.useFakeTimers();
  Line.all = [];
  states = [];
});
afterEach(() => vi.useRealTimers());

test("nothing is said before the welcome, and each word has its own number", async () => {
  const connection = new Connection("/socket", ear, dial);
  const first = connection.say({ type: "act", choice: "pass", turn: 1 });
  const second = connection.say({ type: "begin" });
  const line = Line.all[0]!;
  expect(line.sent).toEqual([]);
  line.hear(welcome);
  const [one, two] = line.sent.map((said) => said.word);
  expect(two).toBeGreaterThan(one!);
  line.hear({ type: "done", word: one });
  line.hear({ type: "refused", word: two, why: "not yours", words: "Only the host can do that." });
  expect(await first).toBeNull();
  expect(await second).toBe("Only the host can do that.");
  connection.close();
});

test("what was not answered is said again with the same number, what was is not", async () => {
  const connection = new Connection("/socket", ear, dial);
  const line = Line.all[0]!;
  line.hear(welcome);
  const done = connection.say({ type: "act", choice: "9T", turn: 1 });
  const open = connection.say({ type: "act", choice: "pass", turn: 2 });
  line.hear({ type: "done", word: line.sent[0]!.word });
  await done;
  line.close();
  expect(states.at(-1)).toBe("lost");
  await vi.advanceTimersByTimeAsync(2000);
  const again = Line.all[1]!;
  expect(again.url).toBe("/socket?version=1");
  again.hear(welcome);
  expect(again.sent).toEqual([line.sent[1]]);
  again.hear({ type: "done", word: line.sent[1]!.word });
  expect(await open).toBeNull();
  expect(connection.unanswered).toBe(0);
  connection.close();
});

test("it waits longer and longer before it tries again", async () => {
  const connection = new Connection("/socket", ear, dial);
  const times: number[] = [];
  for (let n = 0; n < 6; n += 1) {
    Line.all.at(-1)!.close();
    const start = Date.now();
    const count = Line.all.length;
    while (Line.all.length === count) await vi.advanceTimersByTimeAsync(100);
    times.push(Date.now() - start);
  }
  expect(times[0]!).toBeLessThan(1000);
  expect(times[4]!).toBeGreaterThan(times[0]! * 4);
  expect(Math.max(...times)).toBeLessThan(20_000);
  connection.close();
});

test("silence is noticed: it asks, and when nothing comes it starts anew", async () => {
  const connection = new Connection("/socket", ear, dial);
  Line.all[0]!.hear(welcome);
  await vi.advanceTimersByTimeAsync(26_000);
  expect(Line.all[0]!.sent.map((said) => said.type)).toEqual(["ping"]);
  await vi.advanceTimersByTimeAsync(11_000);
  expect(Line.all).toHaveLength(2);
  connection.close();
});

test("a server that says not to come back is left in peace", async () => {
  const connection = new Connection("/socket", ear, dial);
  Line.all[0]!.hear({ type: "closing", words: "There is no such table.", come_back: false });
  Line.all[0]!.close();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(Line.all).toHaveLength(1);
  expect(states.at(-1)).toBe("ended");
  connection.close();
});
