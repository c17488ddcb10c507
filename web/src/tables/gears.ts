// What Gears of Industry adds to the shell: a deck is brought first, and markets are said in words.
import type { Choice, Play } from "../lib/play.svelte";
import { m } from "../words";
import type { Prompt } from "./kinds";

/** How a factory can lie, as the server calls it, by quarters turned. */
export const FACINGS = ["upright", "right", "upside-down", "left"] as const;

export function gearsSaying(choice: string): string {
  if (/^[a-z_]+$/.test(choice)) return choice.replaceAll("_", " ");
  return choice.replace(/ M([12])$/, (_, market: string) => ` ${m.toMarket(Number(market))}`)
    .replace(/(?<=\d[KSTV]'* )(upright|right|upside-down|left)$/, (facing) => m.facing[facing as (typeof FACINGS)[number]]);
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
