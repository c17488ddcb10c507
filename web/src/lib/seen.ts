// What a table looks like after an update: see the description of Update in wire.ts.
import type { Seen, Update } from "../wire";

const BY_ENTRY = ["places", "faces", "remembered", "marks", "tallies", "slates", "changed", "aid"] as const;

export const NOTHING: Seen = {
  side: 0, members: [], first: 0, captain: [], phase: "", places: {}, faces: {}, remembered: {}, marks: {},
  tallies: {}, slates: {}, awaited: [], asked: [], chain: [], zones: {}, changed: {}, aid: {},
};

/** The table with its changes; neither argument is touched. */
export function applied(before: Seen | null, changes: NonNullable<Update["table"]>): Seen {
  const after: Record<string, unknown> = { ...(before ?? NOTHING) };
  for (const [part, now] of Object.entries(changes)) {
    after[part] = isByEntry(part) ? merged(after[part] as Record<string, unknown>, now as Record<string, unknown>) : now;
  }
  return after as unknown as Seen;
}

function isByEntry(part: string): boolean {
  return (BY_ENTRY as readonly string[]).includes(part);
}

function merged(old: Record<string, unknown>, news: Record<string, unknown>): Record<string, unknown> {
  const all = { ...old, ...news };
  for (const key of Object.keys(news)) if (news[key] === null) delete all[key];
  return all;
}
