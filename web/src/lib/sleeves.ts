// Cards that wear a sleeve have a home: whose they are, wherever they lie.
import type { Room } from "./room.svelte";
import { m } from "../words";

const OF_THE_MARKET = 9; // as the server numbers homes: sides from one, and this

/** Whose a card is, in a word, if it is not that side's own. */
export function sleeve(room: Room, back: number, side: number): string {
  const home = room.seen?.marks["home"]?.[String(back)] ?? 0;
  if (!home || home === side + 1) return "";
  return home === OF_THE_MARKET ? m.marketCard : m.ofPlayer(room.sideName(home - 1));
}
