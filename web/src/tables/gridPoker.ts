// What Grid Poker adds to the shell: lines, the hands they would make, and its sentences.
import { cardSeen, printed } from "../lib/cards";
import { backs, present } from "../lib/places";
import type { Choice, Play } from "../lib/play.svelte";
import { bestHand, compare, type Hand, type PokerCard } from "../lib/poker";
import type { Room } from "../lib/room.svelte";
import { m } from "../words";
import type { Prompt } from "./kinds";

export const LINES: Record<string, number[]> = {
  R1: [0, 1, 2], R2: [3, 4, 5], R3: [6, 7, 8], C1: [0, 3, 6], C2: [1, 4, 7], C3: [2, 5, 8],
};
export const NAMES = Object.keys(LINES);

export function marketOf(room: Room, line: string): number[] {
  const market = room.seen ? backs(room.seen, "market") : [];
  return present((LINES[line] ?? []).map((cell) => market[cell] ?? -1));
}

export function pokerCards(room: Room, list: number[]): PokerCard[] {
  const seen = room.seen;
  if (!seen) return [];
  return list.filter((back) => seen.faces[back]).map((back) => {
    const card = cardSeen(seen, back);
    // A wild card that was declared is that card.
    const declared = (seen.aid["stands_for"] as Record<string, [number, number]> | undefined)?.[back];
    if (declared) return { value: declared[0], letter: " KSTV"[declared[1]]! };
    return { value: card.letter === "W" ? 0 : card.value, letter: card.letter };
  });
}

/** The hand that a line makes with some cards added. */
export function handAt(room: Room, line: string, added: number[]): Hand | null {
  return bestHand(pokerCards(room, [...marketOf(room, line), ...added]), room.shown?.options["five_of_a_kind"] === true);
}

/** The lines that can be chosen with what is picked, by the choice to be sent. */
export function linesOpen(play: Play): Map<string, string> {
  const open = new Map<string, string>();
  const verb = play.question?.verb;
  if (verb === "place" || verb === "place its company") {
    for (const choice of play.plain) if (choice.option.choice in LINES) open.set(choice.option.choice, choice.option.choice);
  } else if (verb === "commit" || verb === "commit for the artificial player") {
    for (const choice of play.choices) {
      const line = choice.words.split(" ")[0] ?? "";
      if (line in LINES && play.picked.every((back) => choice.cards.includes(back))) open.set(line, choice.option.choice);
    }
  }
  return open;
}

export function isAboutLines(play: Play): boolean {
  return /^(commit|place)/.test(play.question?.verb ?? "");
}

export function namesOf(play: Play): string {
  const { seen, prints } = play.room;
  return m.and(play.picked.map((back) => {
    const code = seen?.faces[back] ?? "";
    return prints[printed(code)]?.concept ?? code;
  }));
}

/** What is laid at a line: the picked cards, or the company. */
export function addedBy(play: Play): number[] {
  const verb = play.question?.verb ?? "";
  const seen = play.room.seen;
  if (!seen || !isAboutLines(play)) return [];
  return verb.startsWith("place") ? backs(seen, "company", verb === "place" ? seen.side : 1) : play.picked;
}

/** The line with the strongest hand among those that can be chosen. */
export function bestLine(play: Play): string {
  const added = addedBy(play);
  let best: Hand | null = null;
  let found = "";
  for (const line of added.length ? linesOpen(play).keys() : []) {
    const hand = handAt(play.room, line, added);
    if (hand && (!best || compare(hand, best) > 0)) {
      best = hand;
      found = line;
    }
  }
  return found;
}

/** The line that the button names: the one chosen, or the best as long as none is. */
export function lineOf(play: Play): string {
  return play.aim || bestLine(play);
}

export function gridMain(play: Play): Choice | null | undefined {
  if (!isAboutLines(play)) return undefined;
  const line = lineOf(play);
  return play.choices.find((choice) => choice.words.split(" ")[0] === line && choice.cards.length === play.picked.length
    && play.picked.every((back) => choice.cards.includes(back))) ?? null;
}

export function gridPrompt(play: Play): Prompt | null {
  const verb = play.question?.verb;
  if (verb === "commit") {
    const pass = m.abstain;
    if (!play.picked.length) return { before: m.gpChoose, sub: m.gpHidden, pass };
    const [before, mark, after] = m.gpChooseLine(namesOf(play));
    return { before, mark, after, sub: m.gpHidden, pass, main: m.commitTo(lineOf(play)) };
  }
  if (verb === "place") return { before: m.gpPlace, pass: m.abstain, main: m.placeAt(lineOf(play)) };
  return null;
}

const KEYS: Record<string, string> = { q: "C1", w: "C2", e: "C3", a: "R1", s: "R2", d: "R3" };

export function gridKeys(key: string, play: Play): boolean {
  const line = KEYS[key];
  if (!line || !isAboutLines(play) || !linesOpen(play).has(line)) return false;
  play.aim = play.aim === line ? "" : line;
  return true;
}
