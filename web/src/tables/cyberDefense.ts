// What Cyber Defense adds to the shell: digits and what is known of them, fronts, guesses.
import { cardSeen } from "../lib/cards";
import { backs, tally } from "../lib/places";
import type { Choice, Play } from "../lib/play.svelte";
import type { Room } from "../lib/room.svelte";
import type { Seen } from "../wire";
import { m } from "../words";
import type { Prompt } from "./kinds";

export const HACKER = 0;
export const DEFENDER = 1;
export const FRONTS = ["phish", "mitm", "ddos"] as const;
export const NAMES: Record<string, string> = { phish: "Phish", mitm: "MitM", ddos: "DDOS" }; // as choices say them
const DIGIT_VERBS = ["uncover", "unlock", "lock", "upgrade"];

/** An answer as it is written down: `9K@2 n=0 flip`, or `5 revealed`. */
export interface Answer {
  digit: number;
  value: string; // with its letter if the domain was guessed too
  count: number;
  turns: string[]; // hit, sideways, flip
}

export function answers(room: Room): Answer[] {
  const found: Answer[] = [];
  for (const line of room.seen?.slates["answers"] ?? []) {
    const read = /^(\d+[KSTV]?)@(\d+) n=(\d+)\s*(.*)$/.exec(line);
    if (read) found.push({ value: read[1]!, digit: Number(read[2]), count: Number(read[3]), turns: read[4]!.split(/\s+/).filter(Boolean) });
  }
  return found;
}

/** What the answers say of one digit, shortly. */
export function notes(room: Room, digit: number): string[] {
  const found = new Set<string>();
  for (const answer of answers(room)) {
    if (answer.digit !== digit || answer.turns.includes("hit")) continue;
    const letter = answer.value.slice(-1);
    const value = answer.value.replace(/[KSTV]$/, "");
    if (answer.turns.includes("flip") && letter in DOMAIN_LETTERS) found.add(m.isDomain(letter));
    found.add(m.notValue(answer.turns.includes("flip") || !(letter in DOMAIN_LETTERS) ? value : answer.value));
  }
  return [...found];
}

const DOMAIN_LETTERS: Record<string, true> = { K: true, S: true, T: true, V: true };

export function isGuess(play: Play): boolean {
  return play.question?.verb === "guess";
}

export function isAboutDigits(play: Play): boolean {
  return isGuess(play) || DIGIT_VERBS.includes(play.question?.verb ?? "");
}

/** The digits that can be chosen, counted from one. */
export function digitsOpen(play: Play): Set<number> {
  const found = new Set<number>();
  for (const choice of isAboutDigits(play) ? play.plain : []) {
    const digit = Number(choice.option.choice.split("@").at(-1));
    if (digit) found.add(digit);
  }
  return found;
}

export function cyberMain(play: Play): Choice | null | undefined {
  if (!isAboutDigits(play)) return undefined;
  return play.plain.find((choice) => choice !== play.pass && choice.option.choice === play.aim) ?? null;
}

export function cyberPrompt(play: Play): Prompt | null {
  if (!isAboutDigits(play)) return null;
  if (!isGuess(play)) {
    return { before: play.question?.words ?? "", main: play.aim ? m.chooseDigit(play.aim) : "" };
  }
  const left = m.guessesLeft(tally(play.room.seen!, "guesses left"));
  const [value = "", digit = ""] = play.aim.split("@");
  if (!cyberMain(play)) return { before: m.cdGuess, sub: left };
  const [before, mark, after] = m.cdGuessWhat(value, Number(digit));
  return { before, mark, after, sub: left, main: m.guess };
}

/** How many digits the Hacker has found. */
export function foundBy(seen: Seen, side: number): number {
  if (side !== HACKER) return 0;
  return backs(seen, "password", DEFENDER).filter((back) => cardSeen(seen, back).marks["revealed"]).length;
}

export function digitBacks(room: Room): number[] {
  return room.seen ? backs(room.seen, "password", DEFENDER) : [];
}
