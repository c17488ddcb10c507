// What Tech Exchange adds to the shell: the stocks, what a hand is worth, offers, and the sentence that is offered.
import { cardSeen, type Letter } from "../lib/cards";
import { type Stocks, type TradeCard, worth } from "../lib/exchange";
import { backs, present } from "../lib/places";
import type { Choice, Play } from "../lib/play.svelte";
import type { Room } from "../lib/room.svelte";
import { m } from "../words";
import type { Prompt } from "./kinds";

export const LETTERS: Letter[] = ["K", "S", "T", "V"];

export function stocks(room: Room): Stocks {
  return Object.fromEntries(LETTERS.map((letter) => [letter, present(backs(room.seen!, `stock ${letter}`)).length]));
}

export function ownHand(room: Room): { back: number; card: TradeCard }[] {
  const seen = room.seen!;
  return backs(seen, "hand", seen.side).filter((back) => seen.faces[back]).map((back) => {
    const { value, letter } = cardSeen(seen, back);
    return { back, card: { value, letter } };
  });
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
export function spare(room: Room): number | undefined {
  const now = stocks(room);
  const hand = ownHand(room).filter(({ card }) => card.value > 0);
  const without = (back: number): number => worth(hand.filter((other) => other.back !== back).map(({ card }) => card), now);
  const alike = (one: TradeCard): number => hand.filter(({ card }) => card.value === one.value || card.letter === one.letter).length;
  return hand.sort((a, b) => without(b.back) - without(a.back) || alike(a.card) - alike(b.card))[0]?.back;
}

/** What could be wanted, those first that would make the hand worth most, without what is given away. */
export function wishes(room: Room, given: number[]): string[] {
  const now = stocks(room);
  const rest = ownHand(room).filter(({ back }) => !given.includes(back)).map(({ card }) => card);
  const gains = new Map<string, number>();
  for (let value = 1; value <= 13; value += 1) {
    for (const letter of LETTERS) {
      const gain = worth([...rest, { value, letter }], now);
      for (const atom of [`${value}*`, `*${letter}`]) gains.set(atom, Math.max(gains.get(atom) ?? 0, 0) + gain / (atom.startsWith("*") ? 13 : 4));
    }
  }
  // Where nothing is gained at once, what one has most of comes first.
  for (const card of rest) for (const [atom, part] of [[`${card.value}*`, 0.02], [`*${card.letter}`, 0.01]] as const) gains.set(atom, (gains.get(atom) ?? 0) + part);
  return [...gains.entries()].sort((a, b) => b[1] - a[1]).map(([atom]) => atom);
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
