// What Peer-to-Peer adds to the shell: which customers a set of cards would serve.
import { cardSeen } from "../lib/cards";
import { backs } from "../lib/places";
import type { Play } from "../lib/play.svelte";
import type { Room } from "../lib/room.svelte";
import { m } from "../words";
import type { Prompt } from "./kinds";

/** What is put together for a customer: the picked cards, or what lies committed. */
export function together(play: Play): number[] {
  const seen = play.room.seen;
  if (!seen) return [];
  if (play.question?.verb === "commit") return play.picked;
  return [...backs(seen, "committed", seen.side), ...backs(seen, "laid", seen.side)];
}

export interface Meter {
  sum: number;
  missing: number; // below zero: too much
  hasDomain: boolean;
}

export function meter(room: Room, customer: number, cards: number[]): Meter | null {
  const seen = room.seen;
  if (!seen || !cards.length) return null;
  const target = cardSeen(seen, customer);
  const list = cards.map((back) => cardSeen(seen, back)).filter((card) => card.code);
  const sum = list.reduce((total, card) => total + card.value, 0);
  return { sum, missing: target.value - sum, hasDomain: list.some((card) => card.letter === target.letter) };
}

export function peerPrompt(play: Play): Prompt | null {
  if (play.question?.verb !== "commit") return null;
  const seen = play.room.seen!;
  const values = play.picked.map((back) => cardSeen(seen, back).value);
  const sum = values.reduce((total, value) => total + value, 0);
  return { before: play.question.words, sub: values.length ? m.sumOf(values.join(" + "), sum) : "" };
}
