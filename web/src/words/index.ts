// The language is chosen before anything is drawn; another one is loaded with the page, so nothing has to follow it.
import { settings } from "../lib/settings.svelte";
import { en, type Messages } from "./en";

export let m: Messages = en;

export const LANGUAGES: Record<string, string> = { en: "English", de: "Deutsch", fr: "Français" };

export function language(): string {
  const wanted = settings.language || globalThis.navigator?.language?.slice(0, 2) || "en";
  return wanted in LANGUAGES ? wanted : "en";
}

export async function loadWords(): Promise<void> {
  if (language() === "de") m = (await import("./de")).de;
  else if (language() === "fr") m = (await import("./fr")).fr;
  document.documentElement.lang = language();
}
