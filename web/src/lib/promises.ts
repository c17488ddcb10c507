// What the server promised of a deal, before it.
import { kept, keepIn } from "./settings.svelte";

const NOTED = "techdeck promises";
const MOST = 60; // tables that a browser remembers

/** Note what was promised before the deal: a promise that is only seen afterwards proves nothing. */
export function note(code: string, commitment: string): void {
  const noted = kept<Record<string, string>>(NOTED, {});
  if (noted[code]) return;
  keepIn(NOTED, Object.fromEntries([...Object.entries(noted), [code, commitment]].slice(-MOST)));
}

/** What this browser was promised before the deal, if it was there. */
export function noted(code: string): string {
  return kept<Record<string, string>>(NOTED, {})[code] ?? "";
}
