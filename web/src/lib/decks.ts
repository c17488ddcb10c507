// Decks that are brought to Gears of Industry: how many cards of each value, and a list of one's own that stays.
import { read } from "./cards";

export const DECK_CARDS = 26;
export const MARKET_CARDS = 15;
const KEY = "techdeck deck";

export type Part = "deck" | "market";
export type Counts = Record<Part, Record<string, number>>; // by code: how often

export function noCards(): Counts {
  return { deck: {}, market: {} };
}

export function counted(deck: string[], market: string[] = []): Counts {
  const found = noCards();
  for (const [part, list] of [["deck", deck], ["market", market]] as const) {
    for (const code of list) found[part][code] = (found[part][code] ?? 0) + 1;
  }
  return found;
}

export function codesOf(counts: Record<string, number>): string[] {
  return Object.entries(counts).flatMap(([code, number]) => Array.from({ length: number }, () => code));
}

/** How many cards there are of each value, from 1 to 13. */
export function curve(codes: string[]): number[] {
  const found = Array.from({ length: 13 }, () => 0);
  for (const code of codes) found[read(code).value - 1]! += 1;
  return found;
}

/** As the server reads it. */
export function deckText(counts: Counts): string {
  const market = codesOf(counts.market);
  return ["deck", ...codesOf(counts.deck), ...(market.length ? ["market", ...market] : [])].join(" ");
}

/** One more of a card, or none again after the last that is allowed. */
export function pressed(counts: Counts, part: Part, code: string, most: number): Counts {
  const number = ((counts[part][code] ?? 0) + 1) % (most + 1);
  return { ...counts, [part]: { ...counts[part], [code]: number } };
}

export function keptDeck(isAdvanced: boolean): Counts {
  try {
    return { ...noCards(), ...(JSON.parse(localStorage.getItem(name(isAdvanced)) ?? "{}") as Partial<Counts>) };
  } catch {
    return noCards();
  }
}

export function keepDeck(counts: Counts, isAdvanced: boolean): void {
  try {
    localStorage.setItem(name(isAdvanced), JSON.stringify(counts));
  } catch {
    // A browser that keeps nothing still plays.
  }
}

function name(isAdvanced: boolean): string {
  return isAdvanced ? `${KEY} advanced` : KEY;
}
