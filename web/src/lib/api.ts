// The HTTP side of the server.
import { NOTHING } from "./seen";
import type { RoomShown, Seen, Line } from "../wire";
import type { Prints } from "./cards";
import type { LessonShown } from "./lesson.svelte";

export interface OptionInfo {
  name: string;
  default: boolean | number | string;
  usual?: boolean | number | string; // what a new table has instead, where everybody has a device
  kind: "yes or no" | "number" | "choice" | "text";
  choices?: (string | number)[];
  words: string; // as the rulebook has it
  clause: string;
}

/** Options that go together, under a name. */
export interface RulesPreset {
  name: string;
  title: string;
  about: string;
  options: Record<string, boolean | number | string>;
  chances: Record<string, Record<string, number>>; // that not everybody loses, of 100 games: by kind of bots and number of players
}

export interface GameInfo {
  name: string;
  title: string;
  about: string;
  seats: number[];
  levels: string[];
  has_lesson: boolean;
  presets: RulesPreset[];
  options: OptionInfo[];
}

export interface Sitting {
  seat: number;
  name: string;
  salt: string;
}

export interface NewRoom {
  game: string;
  options: Record<string, boolean | number | string>;
  places: { level: string }[];
  clock: { kind: string; seconds: number };
  is_listed: boolean;
  lets_watch: boolean;
  sit?: Sitting;
  one_device?: Sitting[]; // all who play on this device
}

/** A deck with a name, for Gears of Industry. */
export interface Preset {
  name: string;
  about: string;
  advanced: boolean;
  deck: string[];
  market: string[];
}

export interface Moment {
  seen: Seen;
  log: Line[];
}

/** What the server did not do, in its own words. */
export class Trouble extends Error {
  constructor(readonly why: string, words: string, readonly status: number) {
    super(words);
  }
}

async function ask<T>(path: string, body?: unknown): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(`/api/${path}`, body === undefined ? {} : {
      method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
    });
  } catch {
    throw new Trouble("no answer", "", 0);
  }
  const said: unknown = await answer.json().catch(() => null);
  if (!answer.ok) {
    const trouble = (said ?? {}) as { why?: string; words?: string };
    throw new Trouble(trouble.why ?? "", trouble.words ?? "", answer.status);
  }
  return said as T;
}

const kept = new Map<string, Promise<unknown>>();

/** What does not change while the page is open is asked for once. */
function once<T>(path: string): Promise<T> {
  let answer = kept.get(path);
  if (!answer) {
    answer = ask<T>(path);
    answer.catch(() => kept.delete(path));
    kept.set(path, answer);
  }
  return answer as Promise<T>;
}

const part = encodeURIComponent;

/** What was archived by an older server lacks what was not told then. */
export function whole(moment: Moment): Moment {
  return { ...moment, seen: { ...NOTHING, ...moment.seen } };
}

export const api = {
  games: () => once<GameInfo[]>("games"),
  cards: (game: string, edition = "") => once<Prints>(`cards/${part(game)}${edition && `?edition=${part(edition)}`}`),
  rules: (game: string) => once<{ title: string; markdown: string }>(`rules/${part(game)}`),
  lesson: (game: string) => once<LessonShown>(`lessons/${part(game)}`),
  lessonAnswer: (game: string, step: number, choice: string) => ask<{ leads_on: boolean; words: string }>(`lessons/${part(game)}/answer`, { step, choice }),
  decks: () => once<Preset[]>("decks"),
  checkDeck: (text: string, advanced: boolean, givesMarket: boolean) => ask<{ faults: string[] }>("decks/check", { text, advanced, gives_market: givesMarket }),
  rooms: () => ask<RoomShown[]>("rooms"),
  room: (code: string) => ask<RoomShown>(`rooms/${part(code)}`),
  open: (room: NewRoom) => ask<{ code: string }>("rooms", room),
  guest: () => ask<unknown>("guests", {}),
  history: () => ask<RoomShown[]>("history"),
  hint: (code: string, seat: number) => ask<{ choice: string; words: string }>(`rooms/${part(code)}/hint`, { seat }),
  link: (code: string) => ask<{ key: string }>(`rooms/${part(code)}/link`, {}),
  claim: (key: string) => ask<{ rooms: string[] }>("claim", { key }),
  replay: (code: string, side: number) => ask<Moment[]>(`rooms/${part(code)}/replay?side=${side}`).then((all) => all.map(whole)),
  qr: (code: string) => `/api/rooms/${part(code)}/qr`,
  record: (code: string) => `/api/rooms/${part(code)}/record`,
};
