// What Gears of Industry adds to the shell: a deck is brought first, and markets are said in words.
import type { Choice, Play } from "../lib/play.svelte";
import { m } from "../words";
import type { Prompt } from "./kinds";

export function gearsSaying(choice: string): string {
  return /^[a-z_]+$/.test(choice) ? choice.replaceAll("_", " ") : choice.replace(/ M([12])$/, (_, market: string) => ` ${m.toMarket(Number(market))}`);
}

/** Which deck is brought is chosen on the table, and lies in the aim. */
export function isBringing(play: Play): boolean {
  return play.question?.verb === "bring";
}

export function gearsMain(play: Play): Choice | null | undefined {
  if (!isBringing(play)) return undefined;
  return play.aim ? { option: { choice: play.aim }, cards: [], words: "" } : null;
}

export function gearsPrompt(play: Play): Prompt | null {
  if (!isBringing(play)) return null;
  return { before: play.room.shown?.options["deck_source"] === "preset" ? m.giBringNamed : m.giBring, main: m.bringDeck };
}
