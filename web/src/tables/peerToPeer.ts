// What Peer-to-Peer adds to the shell: which customers a set of cards would serve.
import { cardSeen } from "../lib/cards";
import { backs } from "../lib/places";
import type { Play } from "../lib/play.svelte";
import type { Room } from "../lib/room.svelte";
import type { Seen } from "../wire";
import { m } from "../words";
import type { Prompt } from "./kinds";

/** What is put together for a customer: the picked cards, or what lies committed. */
export function together(play: Play): number[] {
  const seen = play.room.seen;
  if (!seen) return [];
  if (play.question?.verb === "commit") return play.picked;
  return [...backs(seen, "committed", seen.side), ...backs(seen, "laid", seen.side)];
}

/** What the server works out: see peer_aid in techdeck.aids. */
interface Aid {
  unhappy_limit: number;
  hand: number[]; // the own cards, in the order of the bits below
  fits: Record<string, number[]>; // by customer: the sets of own cards that serve it
  laid_fits: number[]; // the customers that the committed cards serve
}

export function aidOf(seen: Seen): Aid {
  return { unhappy_limit: 0, hand: [], fits: {}, laid_fits: [], ...seen.aid };
}

export interface Meter {
  missing: number; // below zero: too much
  hasDomain: boolean;
  fits: boolean; // by the rules of the server
}

/** How some cards go with a customer: those that are picked, or else those that lie committed. */
export function meter(room: Room, customer: number, cards: number[]): Meter | null {
  const seen = room.seen;
  if (!seen || !cards.length) return null;
  const target = cardSeen(seen, customer);
  const list = cards.map((back) => cardSeen(seen, back)).filter((card) => card.code);
  const sum = list.reduce((total, card) => total + card.value, 0);
  const { hand, fits, laid_fits: laid } = aidOf(seen);
  const isOfHand = cards.every((back) => hand.includes(back));
  const set = cards.reduce((bits, back) => bits | (1 << hand.indexOf(back)), 0);
  return {
    missing: target.value - sum, hasDomain: list.some((card) => card.letter === target.letter),
    fits: isOfHand ? fits[customer]?.includes(set) ?? false : laid.includes(customer),
  };
}

export function peerPrompt(play: Play): Prompt | null {
  if (play.question?.verb !== "commit") return null;
  const seen = play.room.seen!;
  const values = play.picked.map((back) => cardSeen(seen, back).value);
  const sum = values.reduce((total, value) => total + value, 0);
  return { before: play.question.words, sub: values.length ? m.sumOf(values.join(" + "), sum) : "" };
}
