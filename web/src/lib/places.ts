// Places have names such as `deck` or `hand 2`: the second is of the second side.
import type { Seen } from "../wire";

export interface Place {
  name: string; // as the server says it
  kind: string; // hand
  side: number; // or -1 if it is everybody's
}

export function place(name: string, sides: number): Place {
  const found = /^(.+) (\d+)$/.exec(name);
  const side = found ? Number(found[2]) - 1 : -1;
  return found && side < sides ? { name, kind: found[1]!, side } : { name, kind: name, side: -1 };
}

export function backs(seen: Seen, kind: string, side = -1): number[] {
  return seen.places[side < 0 ? kind : `${kind} ${side + 1}`] ?? [];
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
    if (list.includes(back)) return place(name, seen.members.length);
  }
  return undefined;
}

export function isPile(kind: string): boolean {
  return /^(deck|discard|expelled|market deck|market discard|customer deck|leftovers|box|muck|left out|score|stock .)$/.test(kind);
}
