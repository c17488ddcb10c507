// The piles that somebody looks through: whatever lies open may be, by everybody.
import type { Seen } from "../wire";
import { isPile, type Place, places, present } from "./places";

class Browse {
  names: string[] = $state.raw([]); // the places, as the server calls them

  open(names: string[]): void {
    this.names = names;
  }

  close(): void {
    this.names = [];
  }
}

export const browse = new Browse();

/** Whether the cards of a place can be looked through: it lies open, or the reader knows some of them. */
export function isReadable(seen: Seen, one: Place): boolean {
  const list = present(seen.places[one.name] ?? []);
  return list.length > 0 && (one.isOpen || list.some((back) => seen.faces[back]));
}

/** The piles that lie open: of one side, everybody's (-1), or all. A deck of which the reader knows some cards is none. */
export function openPiles(seen: Seen, side?: number): Place[] {
  return places(seen).filter((one) => one.isOpen && isPile(one.kind) && (side === undefined || one.side === side) && isReadable(seen, one));
}
