// A few short sounds, made by the browser itself. Nothing sounds, and nothing is set up for it, before it is switched on.
import { settings } from "./settings.svelte";

export type Sound = "card" | "turn" | "refused" | "won";

interface Note {
  pitch: number; // hertz
  at: number; // seconds
  long: number;
  shape: OscillatorType;
}

const NOTES: Record<Sound, Note[]> = {
  card: [{ pitch: 420, at: 0, long: 0.05, shape: "triangle" }],
  turn: [{ pitch: 660, at: 0, long: 0.12, shape: "sine" }, { pitch: 880, at: 0.1, long: 0.18, shape: "sine" }],
  refused: [{ pitch: 170, at: 0, long: 0.16, shape: "triangle" }],
  won: [523, 659, 784, 1047].map((pitch, at) => ({ pitch, at: at * 0.13, long: 0.3, shape: "sine" as const })),
};
const LOUDEST = 0.35; // of what the browser can do
const SOFTLY = 0.008; // seconds until a note is as loud as it gets, so that it does not click
const SILENT = 0.0001;

let context: AudioContext | null = null;

export function sound(name: Sound): void {
  if (!settings.sound || typeof AudioContext === "undefined") return;
  context ??= new AudioContext();
  void context.resume();
  for (const note of NOTES[name]) ring(context, note);
}

function ring(where: AudioContext, { pitch, at, long, shape }: Note): void {
  const start = where.currentTime + at;
  const tone = where.createOscillator();
  const gain = where.createGain();
  tone.type = shape;
  tone.frequency.value = pitch;
  gain.gain.setValueAtTime(SILENT, start);
  gain.gain.exponentialRampToValueAtTime(Math.max(SILENT, settings.volume * LOUDEST), start + SOFTLY);
  gain.gain.exponentialRampToValueAtTime(SILENT, start + long);
  tone.connect(gain).connect(where.destination);
  tone.start(start);
  tone.stop(start + long);
}
