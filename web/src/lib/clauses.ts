// Where the rulebook speaks of what happens now: a clause, or the beginning of a heading; by what is asked, or by phase.
import type { Room } from "./room.svelte";

export const CLAUSES: Record<string, Record<string, string>> = {
  "grid poker": {
    setup: "GP-S25", "company effects": "Phase 1", "hand effects": "Phase 2", commitments: "GP-R20", commit: "GP-R20", place: "GP-R24",
    bet: "Bidding", results: "GP-R28", clearing: "GP-R33", clear: "GP-R33", keep: "GP-R40", improvement: "Phase 4", "end of round": "Phase 5",
  },
  "cyber defense": {
    setup: "Setup", develop: "Develop", effects: "Effects", phish: "Phish", mitm: "MitM", ddos: "DDOS", guess: "Guesses", lock: "Digit statuses",
    unlock: "Digit statuses", upgrade: "Digit statuses", prepare: "Prepare",
  },
  "gears of industry": {
    setup: "Setup", draw: "T1 Draw", factory: "T2 Factory", enter: "T3 Enter", effect: "T4 Effect", clash: "T5 Clash", boost: "T5 Clash",
    rotate: "T6 Rotate", discard: "T7 Discard",
  },
  "tech exchange": {
    setup: "Setup", "first trading": "Trading: offers", "second trading": "Trading: offers", reply: "Trading: commit",
    "first effects": "Effects phases", "second effects": "Effects phases", scoring: "Scoring and end",
  },
  "peer to peer": {
    setup: "Setup", "new customers": "PP-R5", "effects before": "PP-R12", "effects after": "PP-R12", assist: "PP-R24", use: "PP-R12",
    commit: "PP-R24", declare: "PP-R27", refresh: "PP-R50", "end of round": "PP-R54",
  },
};

export function clauseNow(room: Room): string {
  if (room.shown?.state === "over") return "Scoring and end";
  const of = CLAUSES[room.shown?.game ?? ""];
  if (!of) return "Regular poker";
  return of[room.question?.verb ?? ""] ?? of[room.seen?.phase ?? ""] ?? "";
}
