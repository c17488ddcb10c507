// Who wins together, as the server says it: nothing of it is known here.
import type { RoomShown, Seen } from "../wire";
import { tally } from "./places";

/** The sides that win with this one, itself among them; nobody else where each stands alone. */
export function teamOf(shown: RoomShown | null, side: number): number[] {
  return shown?.partners.find((team) => team.includes(side)) ?? [side];
}

/** The others of its team. */
export function partnersOf(shown: RoomShown | null, side: number): number[] {
  return teamOf(shown, side).filter((other) => other !== side);
}

/** What a team has together. */
export function teamTally(shown: RoomShown | null, seen: Seen, name: string, side: number): number {
  return teamOf(shown, side).reduce((sum, member) => sum + tally(seen, name, member), 0);
}
