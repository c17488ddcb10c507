import { expect, test, vi } from "vitest";
import { keep } from "../lib/settings.svelte";
import { sound } from "../lib/sound";

test("nothing sounds before it is switched on", () => {
  const made = { contexts: 0, notes: 0 };
  const gain = { setValueAtTime: vi.fn(), exponentialRampToValueAtTime: vi.fn() };
  class Fake {
    currentTime = 0;
    destination = {};
    constructor() {
      made.contexts += 1;
    }
    resume = (): Promise<void> => Promise.resolve();
    createGain = (): unknown => ({ gain, connect: vi.fn() });
    createOscillator = (): unknown => ({ type: "", frequency: { value: 0 }, start: () => (made.notes += 1), stop: vi.fn(), connect: () => ({ connect: vi.fn() }) });
  }
  vi.stubGlobal("AudioContext", Fake);
  sound("turn");
  expect(made).toEqual({ contexts: 0, notes: 0 });
  keep({ sound: true, volume: 1 });
  sound("turn");
  sound("won");
  expect(made).toEqual({ contexts: 1, notes: 6 });
  keep({ sound: false });
  sound("card");
  expect(made.notes).toBe(6);
});
