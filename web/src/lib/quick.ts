// What is carried from one screen to the next: a room that begins at once, and how to open one.
import { api, type GameInfo } from "./api";
import { go } from "./route.svelte";
import { settings } from "./settings.svelte";

/** Where the same players go on, with the seats and names of those who use this device. */
export interface Next {
  code: string;
  sits: { seat: number; name: string }[];
}

export const quick: { code: string; next: Next | null } = { code: "", next: null };

/** The player's own part of the seed, so that nobody alone decides the deal. */
export function salt(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function ownName(): string {
  return settings.name.trim() || "Guest";
}

// What makes a game begin sooner: a deck with a name in place of one to be listed.
const QUICK: Record<string, Record<string, string>> = { "gears of industry": { deck_source: "preset" } };

/** What a new table begins with, where that is not the default: on one device there is nothing of that kind. */
export function usual(game: GameInfo, isShared = false): Record<string, boolean | number | string> {
  return isShared ? {} : Object.fromEntries(game.options.flatMap((option) => (option.usual === undefined ? [] : [[option.name, option.usual]])));
}

/** Open a table with bots in all other seats and go there; it begins by itself. */
export async function quickGame(game: GameInfo): Promise<void> {
  const seats = game.seats.includes(3) ? 3 : Math.max(2, Math.min(...game.seats));
  const level = game.levels.includes("casual") ? "casual" : game.levels[0] ?? "";
  const { code } = await api.open({
    game: game.name, options: { ...usual(game), ...QUICK[game.name] }, places: Array.from({ length: seats }, (_, seat) => ({ level: seat ? level : "" })),
    clock: { kind: "none", seconds: 0 }, is_listed: false, lets_watch: false,
    sit: { seat: 0, name: ownName(), salt: salt() },
  });
  quick.code = code;
  go(code);
}
