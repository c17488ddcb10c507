// What the rules of a table are called. Only the screen that sets a table up needs it, so only that loads it.
import { language } from "..";

type Said = readonly [name: string, words: string, choices?: Record<string, string>];

export async function optionWords(): Promise<Record<string, Said>> {
  if (language() === "de") return (await import("./de")).de;
  if (language() === "fr") return (await import("./fr")).fr;
  return (await import("./en")).en;
}
