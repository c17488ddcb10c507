// What Gears of Industry adds to the shell: decks have names, and markets are said in words.
import type { Play } from "../lib/play.svelte";
import { m } from "../words";
import type { Prompt } from "./kinds";

// The server lists what lies in a deck; these are the names by which it knows the same decks.
const DECKS: Record<string, string> = {
  "2K 10-13K 2-3S 10-13S 1-5T 10-13T 2-3V 10-13V": "standard",
  "1-6K 1-6S 1-7T 1-7V": "thrifty",
  "4-9K 4-9S 1-2T 4-9T 4-9V": "quartets",
  "3-8K 3-8S 1-8T 3-8V": "ladder",
  "1-9K 1-8T 1-9V": "pairs",
  "1-4K 1-10S 12-13S 1-8T 3-4V": "laboratory",
  "1-5K 9K 12-13K 1S 3-4S 7S 12-13S 1-5T 9T 12-13T 3-4V 12-13V": "library",
  "1-6K 12-13K 1S 6-7S 12-13S 1-6T 12-13T 3-4V 6V 12-13V": "giants",
  "2x 3-5K 2x 3-5S 2x 2-5T 2x 3-5V": "advanced quartets",
  "2x 3-4K 2x 1-4T 5-6T 2x 1-6V": "advanced flush",
  "2x 3-6K 3-6S 2x 2-6T 3-6V": "advanced ladder",
};

export function gearsSaying(choice: string): string {
  const deck = /^deck (.+?)(?: market .+)?$/.exec(choice)?.[1];
  if (deck) return DECKS[deck] ? m.choice(DECKS[deck]) : choice;
  return /^[a-z_]+$/.test(choice) ? choice.replaceAll("_", " ") : choice.replace(/ M([12])$/, (_, market: string) => ` ${m.toMarket(Number(market))}`);
}

export function gearsPrompt(play: Play): Prompt | null {
  if (play.question?.verb !== "bring") return null;
  const isFree = play.question.is_open && play.plain.some((choice) => choice.option.choice.startsWith("deck "));
  return { before: isFree ? m.giBring : m.giBringNamed };
}
