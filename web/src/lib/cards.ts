// A card as a player sees it: what is printed, and what happened to it at this table.
import type { Seen } from "../wire";

export type Letter = "K" | "S" | "T" | "V" | "W";
export const DOMAINS: Record<Letter, string> = {
  W: "Wild", K: "Knowledge", S: "Science", T: "Technology", V: "Services",
};
export const NOTHING_THERE = -1;

/** What is printed on a card, as /api/cards tells it. */
export interface Print {
  code: string;
  concept: string;
  suit?: string; // the traditional sign that stands for the domain
  icon: string;
  about: string;
  text: string;
  mark?: string;
  timing?: string;
  is_start?: boolean;
}

export type Prints = Record<string, Print>;

/** A card lying somewhere; without a code its face is not known to this player. */
export interface CardSeen {
  back: number;
  code: string;
  value: number; // now; 0 for a wild card
  letter: Letter; // now
  printedValue: number;
  printedLetter: Letter;
  copy: number; // 1 for the second deck
  used: boolean;
  marks: Record<string, number>;
}

const CODE = /^(?:(\d+)([KSTV])|W[12])('*|'\d+)$/;

export function isCode(text: string): boolean {
  return CODE.test(text);
}

/** The code without the strokes of a second deck: what is printed on it. */
export function printed(code: string): string {
  return code.split("'")[0] ?? code;
}

export function read(code: string): { value: number; letter: Letter; copy: number } {
  const [plain = "", ...rest] = code.split("'");
  const copy = rest.length === 1 && rest[0] ? Number(rest[0]) : rest.length;
  if (plain.startsWith("W")) return { value: 0, letter: "W", copy };
  return { value: parseInt(plain, 10), letter: plain.slice(-1) as Letter, copy };
}

/** The card behind a back. */
export function cardSeen(seen: Seen, back: number): CardSeen {
  const code = seen.faces[back] ?? "";
  const own: Record<string, number> = {};
  for (const [name, by] of Object.entries(seen.marks)) {
    const number = by[String(back)] ?? (code ? by[code] : undefined);
    if (number) own[name] = number;
  }
  if (!code) {
    return {
      back, code, value: 0, letter: "W", printedValue: 0, printedLetter: "W", copy: 0, used: false, marks: own,
    };
  }
  const { value, letter, copy } = read(code);
  const now = seen.changed[back]; // if it counts as something else
  return {
    back, code, copy, printedValue: value, printedLetter: letter, value: now?.value ?? value,
    letter: (now?.domain ?? letter) as Letter, used: Boolean(own["used"]), marks: own,
  };
}

export function cardFromCode(code: string): CardSeen {
  const { value, letter, copy } = read(code);
  return {
    back: NOTHING_THERE, code, value, letter, printedValue: value, printedLetter: letter, copy, used: false, marks: {},
  };
}

/** The backs whose cards a text names: 9K, W1. */
export function backsNamed(text: string, seen: Seen): number[] {
  const byCode = new Map(Object.entries(seen.faces).map(([back, code]) => [code, Number(back)]));
  const found: number[] = [];
  for (const word of text.split(/[\s,]+/)) {
    const back = byCode.get(word);
    if (back !== undefined) found.push(back);
  }
  return found;
}

/** A text cut into words and the cards it names. */
export function cut(text: string): { text: string; code: string }[] {
  return text.split(/((?<![\w-])(?:\d{1,2}[KSTV]|W[12])(?:'\d|'{0,3})(?![\w']))/).filter(Boolean)
    .map((part) => ({ text: part, code: isCode(part) ? part : "" }));
}
