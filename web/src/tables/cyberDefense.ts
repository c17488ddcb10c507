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

/** Every card that was seen outside the password: it is no digit. */
function seenElsewhere(room: Room): Set<string> {
  const seen = room.seen!;
  const found = new Set(room.log.filter((line) => line.card && !/^password/.test(line.source ?? "") && !/^password/.test(line.target ?? "")).map((line) => line.card!));
  for (const [name, list] of Object.entries(seen.places)) {
    if (!name.startsWith("password")) for (const back of list) if (seen.faces[back]) found.add(seen.faces[back]);
  }
  return found;
}

/** Whether a card can be the digit after an answer about it. */
function agrees(answer: Answer, value: string, letter: string): boolean {
  const named = answer.value.slice(-1);
  const isValue = value === answer.value.replace(/[KSTV]$/, "");
  if (!(named in DOMAIN_LETTERS)) return !isValue;
  // At an upgraded digit: the value alone can be right, and then nothing turns.
  const hasValue = answer.count > 0 && !answer.turns.includes("sideways") && !answer.turns.includes("flip");
  if (hasValue) return isValue && letter !== named;
  return !isValue && (letter === named) === answer.turns.includes("flip");
}

/** The cards that a digit can still be, by all that was seen and answered. */
export function fitting(room: Room, digit: number): string[] {
  const seen = room.seen!;
  const elsewhere = seenElsewhere(room);
  const shown = digitBacks(room).map((back) => seen.faces[back] ?? "").filter((code) => code);
  const told = answers(room).filter((answer) => !answer.turns.includes("hit"));
  const counts = new Map(answers(room).map((answer) => [answer.value.replace(/[KSTV]$/, ""), answer.count]));
  const cards = Object.keys(DOMAIN_LETTERS).flatMap((letter) => Array.from({ length: 13 }, (_, at) => ({ value: String(at + 1), letter })));
  return cards.filter(({ value, letter }) => {
    if (elsewhere.has(value + letter) || shown.includes(value + letter)) return false;
    const open = counts.get(value);
    if (open !== undefined && open <= shown.filter((code) => code.slice(0, -1) === value).length) return false;
    return told.every((answer) => answer.digit !== digit || agrees(answer, value, letter));
  }).map(({ value, letter }) => value + letter);
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
