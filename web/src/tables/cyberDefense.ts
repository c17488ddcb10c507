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

/** What the aid of the table tells, some of it only if the aid goes so far: made by techdeck.games.cyber_aid. */
export interface Aid {
  kind: "off" | "notes" | "answers" | "full";
  answers?: string[]; // as they are written: `9K@2 n=0 flip`, or `5 revealed`
  notes?: Record<string, string[]>; // by hidden digit: `not 9`, `not 9K`, `not K`, `9`, `K`
  numbers?: Record<string, number>; // by value that was guessed: how many digits have it
  candidates?: Record<string, string[]>; // by hidden digit: the cards that it can be
  count?: number; // the passwords that are possible
  likely?: [string, number][]; // guesses with the chance to hit
  telling?: [string, number][]; // guesses with the passwords that are left on average
}

export function aidOf(room: Room): Aid {
  return { kind: "off", ...(room.seen?.aid as Partial<Aid> | undefined) };
}

/** What the answers say of one digit, shortly. */
export function notes(room: Room, digit: number): string[] {
  return (aidOf(room).notes?.[digit] ?? []).map((note) => (note.startsWith("not ") ? m.isNot(note.slice(4)) : m.isSo(note)));
}

/** All answers so far, shortly: `3@1: 2`. */
export function sheet(room: Room): string[] {
  return (aidOf(room).answers ?? []).map((line) => {
    const [guess = "", number = "", ...events] = line.split(" ");
    if (number === "revealed") return m.openedByPhish(guess);
    const turns: Record<string, string> = { hit: m.hit, sideways: m.sideways, flip: m.upsideDown };
    return [`${guess}: ${number.replace("n=", "")}`, ...events.map((event) => turns[event] ?? event)].join(", ");
  });
}

/** The cards that a digit, or without one any hidden digit, can still be; nothing if the aid does not say. */
export function candidates(room: Room, digit = 0): string[] | null {
  const found = aidOf(room).candidates;
  if (!found) return null;
  return digit ? found[digit] ?? [] : [...new Set(Object.values(found).flat())];
}

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
  if (!cyberMain(play)) return { before: play.aim ? m.cdGuessDomain : m.cdGuess, sub: left };
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

/** Whether cards lie at a front that somebody at the table may not see: all of them as long as one plays, none in a replay with open cards. */
export function isFaceDown(seen: Seen, front: string): boolean {
  const lying = [HACKER, DEFENDER].flatMap((side) => backs(seen, front, side));
  return seen.side < seen.members.length ? lying.length > 0 : lying.some((back) => !seen.faces[back]);
}
