// Places, as the server tells of them: each belongs to a zone, such as the hands, and to a side or to everybody.
import type { Seen } from "../wire";

export interface Place {
  name: string; // as the server says it
  kind: string; // the zone: hand
  side: number; // or -1 if it is everybody's
  isOpen: boolean; // everybody sees the cards there
}

export function place(seen: Seen, name: string): Place {
  const shown = seen.zones[name];
  return { name, kind: shown?.zone ?? name, side: shown?.side ?? -1, isOpen: shown?.is_open ?? false };
}

export function places(seen: Seen): Place[] {
  return Object.keys(seen.places).map((name) => place(seen, name));
}

/** What the server calls the place of a side. */
export function placeName(kind: string, side = -1): string {
  return side < 0 ? kind : `${kind} ${side + 1}`;
}

export function backs(seen: Seen, kind: string, side = -1): number[] {
  return seen.places[placeName(kind, side)] ?? [];
}

export function present(list: number[]): number[] {
  return list.filter((back) => back >= 0);
}

export function tally(seen: Seen, name: string, side = 0): number {
  const all = seen.tallies[name];
  return all?.[all.length === 1 ? 0 : side] ?? 0;
}

/** Where a card lies. */
export function whereIs(seen: Seen, back: number): Place | undefined {
  for (const [name, list] of Object.entries(seen.places)) {
    if (list.includes(back)) return place(seen, name);
  }
  return undefined;
}

const PILES = new Set([
  "deck", "discard", "expelled", "market deck", "market discard", "customer deck", "leftovers", "box", "muck", "left out", "score",
  "stock K", "stock S", "stock T", "stock V",
]);

/** Whether the cards there are drawn upon each other. */
export function isPile(kind: string): boolean {
  return PILES.has(kind);
}
