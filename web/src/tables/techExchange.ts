// What Tech Exchange adds to the shell: what a hand is worth by the rules of the server, offers, and the sentence that is offered.
import { type CardSeen, cardSeen, type Letter } from "../lib/cards";
import type { Choice, Play } from "../lib/play.svelte";
import type { Line, Seen } from "../wire";
import { m } from "../words";
import type { Prompt } from "./kinds";

export const LETTERS: Letter[] = ["K", "S", "T", "V"];
export const VALUES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13];

/** An offer on the board; of a private one of others nothing is said of the cards. */
export interface BoardOffer {
  number: number;
  seat: number;
  to: number; // -1 for everybody
  gives: string[];
  wants: string[];
  ways: Way[]; // to take it
}

/** A choice that takes an offer, and what the hand would be worth with the least and the most that may come for it. */
export interface Way {
  choice: string;
  worth: number[];
}

/** What the server works out: see exchange_aid in techdeck.aids. */
/** A question that is open, to all or to one seat. */
export interface BoardQuestion {
  number: number;
  seat: number;
  to: number; // -1 for everybody
  about: string;
  answered: number[];
}

/** Where each offer is shown: it keeps its row while it is open, and a new one takes the first row that is free. */
export function rowsOf(rows: number[], open: number[]): number[] {
  const kept = rows.map((number) => (open.includes(number) ? number : 0));
  for (const number of open) {
    if (kept.includes(number)) continue;
    const free = kept.indexOf(0);
    if (free < 0) kept.push(number);
    else kept[free] = number;
  }
  while (kept.length && !kept.at(-1)) kept.pop();
  return kept;
}

interface Aid {
  worth: number;
  groups: { cards: number[]; points: number }[];
  offers: BoardOffer[];
  questions: BoardQuestion[];
  left: number; // trades, until too few cards are left
  pause: number; // the size of a stack at which this phase pauses, or 0
  gifts: Record<string, number[]>; // by own card: what the hand is worth without it, and then with each of the 52 cards
}

export function aidOf(seen: Seen): Aid {
  return { worth: 0, groups: [], offers: [], questions: [], left: 0, pause: 0, gifts: {}, ...seen.aid };
}

/** Where the cards that fit a slot such as `7*|*K` are among the 52. */
export function spots(slot: string): number[] {
  return slot.split("|").flatMap((atom) => {
    const value = atom.slice(0, -1);
    return LETTERS.flatMap((letter, domain) => (atom.endsWith("*") || atom.endsWith(letter)
      ? VALUES.filter((one) => value === "*" || Number(value) === one).map((one) => domain * VALUES.length + one - 1) : []));
  });
}

/** What the hand is worth now and with the best of what may come: 9 → 15. */
export function worthChange(seen: Seen, [least, most]: number[]): string {
  return least === undefined || most === undefined ? "" : m.worthChange(aidOf(seen).worth, least, most);
}

/** A slot in words: any 7 or any Services. */
export function slotWords(slot: string): string {
  return m.orList(slot.split("|").map((atom) => {
    const value = atom.slice(0, -1);
    const letter = atom.slice(-1);
    if (value === "*" && letter === "*") return m.anyCard;
    if (value === "*") return m.anyDomain(m.domain(letter as Letter));
    return letter === "*" ? m.anyValue(Number(value)) : atom;
  }));
}

/** The card of one's hand that is needed least: without it the hand is still worth most. */
export function spare(seen: Seen): number | undefined {
  const { gifts } = aidOf(seen);
  const cards = Object.keys(gifts).map((back) => cardSeen(seen, Number(back)));
  const alike = (one: CardSeen): number => cards.filter((card) => card.value === one.value || card.letter === one.letter).length;
  return cards.sort((a, b) => gifts[b.back]![0]! - gifts[a.back]![0]! || alike(a) - alike(b))[0]?.back;
}

/** What could be wanted for a card, those first that would make the hand worth most without it. */
export function wishes(seen: Seen, given: number): string[] {
  const { gifts } = aidOf(seen);
  const [without = 0, ...withEach] = gifts[given] ?? [];
  const rest = Object.keys(gifts).map(Number).filter((back) => back !== given).map((back) => cardSeen(seen, back));
  const gain = (atom: string): number => {
    const fitting = spots(atom);
    // Where nothing is gained at once, what one has most of comes first.
    const kept = rest.filter((card) => atom === `${card.value}*`).length * 0.02 + rest.filter((card) => atom === `*${card.letter}`).length * 0.01;
    return fitting.reduce((sum, spot) => sum + (withEach[spot] ?? without) - without, 0) / fitting.length + kept;
  };
  const atoms = [...VALUES.map((value) => `${value}*`), ...LETTERS.map((letter) => `*${letter}`)];
  const gains = new Map(atoms.map((atom) => [atom, gain(atom)]));
  return atoms.sort((a, b) => gains.get(b)! - gains.get(a)!);
}

/** What the hand would be worth if one card were given for one that fits a slot: with the least and the most of them. */
export function afterGift(seen: Seen, given: number, slot: string): number[] {
  const [, ...withEach] = aidOf(seen).gifts[given] ?? [];
  const worths = spots(slot).flatMap((spot) => withEach[spot] ?? []);
  return worths.length ? [Math.min(...worths), Math.max(...worths)] : [];
}

/** What was said when the last round was scored: as many lines as there are sides, one after the other. */
export function lastScores(log: Line[]): { words: string[]; at: number; length: number } {
  const at = log.findLastIndex((line) => line.what === "score");
  let from = at;
  while (from > 0 && log[from - 1]!.what === "score") from -= 1;
  const words = at < 0 ? [] : log.slice(from, at + 1).map((line) => line.words);
  return { words, at, length: words.length };
}

export function isTrade(play: Play): boolean {
  return play.question?.verb === "trade" || play.question?.verb === "reply";
}

/** While trading the whole sentence is put together at the table and lies in the aim. */
export function exchangeMain(play: Play): Choice | null | undefined {
  if (!isTrade(play)) return undefined;
  if (play.question?.verb === "reply") return play.ready[0] ?? null;
  return play.aim.startsWith("offer ") && play.aim.includes(" for ") ? { option: { choice: play.aim }, cards: [], words: "" } : null;
}

export function exchangePrompt(play: Play): Prompt | null {
  if (!isTrade(play)) return null;
  const found = /^offer (?:.+? )?as (.+?) to .+? for (.+)$/.exec(play.aim);
  if (play.question?.verb === "reply") {
    const main = exchangeMain(play);
    return { before: play.question.words, main: main ? m.giveCard(main.option.choice.split(" ").slice(2).join(" ")) : "" };
  }
  if (!found && play.picked.length) return { before: m.txWant, sub: m.txWantMore, main: m.postOffer };
  if (!found) return { before: m.txChooseCard };
  const say = (slots: string): string => m.and(slots.split(" ").map(slotWords));
  const [before, mark, after] = m.txOffer(say(found[1]!), say(found[2]!));
  return { before, mark, after, main: m.postOffer };
}
