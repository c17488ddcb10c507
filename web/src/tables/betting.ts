// Bets, in Grid Poker and in regular poker: what a move costs is said on its button, and one of them is the main one.
import type { Choice, Play } from "../lib/play.svelte";
import { m } from "../words";

interface Move {
  costs: number;
  stake: number; // afterwards
  is_all: boolean;
}

function moves(play: Play): Record<string, Move> {
  return (play.room.seen?.aid["moves"] as Record<string, Move> | undefined) ?? {};
}

export function isBet(play: Play): boolean {
  return play.question?.verb === "bet";
}

/** What a button says: Call 2. */
export function betSaying(choice: string, play: Play): string {
  const move = moves(play)[choice];
  if (!isBet(play) || !move) return choice;
  const said = m.bets[choice]?.(choice === "raise" ? move.stake : move.costs) ?? choice;
  return move.costs && move.is_all ? m.allIn(said) : said;
}

/** To stay in for as little as possible: to check, else to call. */
export function betMain(play: Play): Choice | null | undefined {
  if (!isBet(play)) return undefined;
  return play.plain.find(({ option }) => option.choice === "check") ?? play.plain.find(({ option }) => option.choice === "call") ?? null;
}
