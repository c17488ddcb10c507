// The HTTP side of the server.
import type { RoomShown, Seen, Line } from "../wire";
import type { Prints } from "./cards";

export interface OptionInfo {
  name: string;
  default: boolean | number | string;
  kind: "yes or no" | "number" | "choice";
  choices?: (string | number)[];
  words?: string;
}

export interface GameInfo {
  name: string;
  title: string;
  about: string;
  seats: number[];
  levels: string[];
  options: OptionInfo[];
}

export interface NewRoom {
  game: string;
  options: Record<string, boolean | number | string>;
  places: { level: string }[];
  clock: { kind: string; seconds: number };
  is_listed: boolean;
  lets_watch: boolean;
  sit?: { seat: number; name: string; salt: string };
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

export const api = {
  games: () => once<GameInfo[]>("games"),
  cards: (game: string) => once<Prints>(`cards/${part(game)}`),
  rules: (game: string) => once<{ title: string; markdown: string }>(`rules/${part(game)}`),
  rooms: () => ask<RoomShown[]>("rooms"),
  room: (code: string) => ask<RoomShown>(`rooms/${part(code)}`),
  open: (room: NewRoom) => ask<{ code: string }>("rooms", room),
  guest: () => ask<unknown>("guests", {}),
  history: () => ask<RoomShown[]>("history"),
  hint: (code: string, seat: number) => ask<{ choice: string; words: string }>(`rooms/${part(code)}/hint`, { seat }),
  link: (code: string) => ask<{ key: string }>(`rooms/${part(code)}/link`, {}),
  claim: (key: string) => ask<{ rooms: string[] }>("claim", { key }),
  replay: (code: string, side: number) => ask<Moment[]>(`rooms/${part(code)}/replay?side=${side}`),
  qr: (code: string) => `/api/rooms/${part(code)}/qr`,
  record: (code: string) => `/api/rooms/${part(code)}/record`,
};
