// Made by tools/wire_types.py from techdeck.server.wire: change it there.

export const PROTOCOL = 1;

export const LONGEST_FRAME = 8192;

export const LONGEST_NAME = 24;

export const LONGEST_TALK = 500;

/** Choose something in the game.
 *
 * `turn` is the number of the question that is answered: it comes with the question.  If the seat has been asked
 * something else since, the answer is refused as late.  Leave it out where play never waits, as in live trading. */
export interface Act {
  type: "act";
  word: number;
  choice: string;
  turn?: number | null;
}

/** Take the last action back, or ask the others whether one may. */
export interface Undo {
  type: "undo";
  word: number;
}

/** Answer somebody who would like to take an action back. */
export interface Allow {
  type: "allow";
  word: number;
  yes: boolean;
}

/** Say something to the table, or only to the own team. */
export interface Talk {
  type: "talk";
  word: number;
  text: string;
  to_team?: boolean;
}

/** Take a free seat, before the game.  `salt` is the player's own part of the seed: any hexadecimal digits. */
export interface Sit {
  type: "sit";
  word: number;
  seat: number;
  name: string;
  salt?: string;
}

/** Give the seat up.  During a game a bot plays on. */
export interface Rise {
  type: "rise";
  word: number;
}

/** The host gives a free seat to a bot of a level, or frees it with an empty level. */
export interface SetPlace {
  type: "set place";
  word: number;
  seat: number;
  level: string;
}

/** See with the eyes of another of one's own seats, or with nobody's (-1): where several play on one device. */
export interface Look {
  type: "look";
  word: number;
  seat: number;
}

/** The host starts the game; bots take the seats that are free. */
export interface Begin {
  type: "begin";
  word: number;
}

/** After the game: open another room with the same rules, seats turned by one. */
export interface Rematch {
  type: "rematch";
  word: number;
}

/** Is anybody there? */
export interface Ping {
  type: "ping";
  word: number;
}

/** Something that can be chosen: `choice` is what to send, `cards` are the backs it names, `words` say it. */
export interface Option {
  choice: string;
  cards?: number[];
  words?: string;
}

/** What a seat is asked now.  If `is_open`, more can be said than is listed.
 *
 * Any of `others` may answer in its place: members of the same team.  The first answer counts, and who comes later is
 * told what was done.
 *
 * If it `is_idle`, there is nothing to choose: the words say so, and the server passes after a while. */
export interface Question {
  seat: number;
  turn: number;
  verb: string;
  words: string;
  options: Option[];
  about?: number;
  is_open?: boolean;
  others?: number[];
  is_idle?: boolean;
  effect?: string;
  user?: number;
  why?: Record<string, (string | number)[]>;
}

/** A place of a table: the zone it belongs to, and whose it is. */
export interface PlaceShown {
  zone: string;
  side: number;
  is_open: boolean;
}

/** What a card counts as now; a value of 0 and no domain of its own for a wild card. */
export interface Counts {
  value: number;
  domain: string;
}

/** A table as one side sees it. */
export interface Seen {
  side: number;
  members: number[][];
  first: number;
  captain: number[];
  phase: string;
  places: Record<string, number[]>;
  faces: Record<string, string>;
  remembered: Record<string, string[]>;
  marks: Record<string, Record<string, number>>;
  tallies: Record<string, number[]>;
  slates: Record<string, string[]>;
  awaited: number[];
  asked: Question[];
  chain: string[];
  zones: Record<string, PlaceShown>;
  changed: Record<string, Counts>;
  aid: Record<string, unknown>;
}

/** A seat of the room, as everybody sees it. */
export interface SeatShown {
  name: string;
  kind: "bot" | "free" | "person";
  level: string;
  is_here: boolean;
  has_bot: boolean;
  kept_for: string;
  seconds: number | null;
}

/** The room, as everybody sees it. */
export interface RoomShown {
  code: string;
  game: string;
  title: string;
  options: Record<string, boolean | number | string>;
  state: "open" | "over" | "playing";
  seats: SeatShown[];
  host: number;
  clock: string;
  clock_seconds: number;
  is_listed: boolean;
  lets_watch: boolean;
  watchers: number;
  commitment: string;
  undo: string;
  rematch: string;
  secret: string;
  winners: number[];
  scores: number[];
  members: number[][];
  partners: number[][];
  one_device: boolean;
  edition: string;
}

/** What only the reader needs to know about themselves. */
export interface You {
  seat: number;
  side: number;
  is_host: boolean;
  can_undo: "ask" | "no" | "yes";
  may_team_talk: boolean;
  seats: number[];
}

/** Something that happened, for the log and for showing it: words, and the way a card went.
 *
 * `what` is "use" where a side uses the effect of a card that lies at `source`, or of one that `copied_by` copies. */
export interface Line {
  what: string;
  words: string;
  back?: number;
  card?: string;
  source?: string;
  target?: string;
  place?: number;
  by?: string;
  to_team?: boolean;
  side?: number;
  copied_by?: string;
}

/** When the rules' own clock acts, if nobody does anything before: `end trading`, `tie window`, or a choice.
 *
 * There is no such time any more if it is called nothing. */
export interface Due {
  what: string;
  seconds: number;
}

/** The first message, and whenever a client has lost the thread: everything, from which later ones go on.
 *
 * `run` is another after the server was restarted: versions of different runs cannot be compared. */
export interface Welcome {
  type: "welcome";
  protocol: number;
  run: string;
  version: number;
  room: RoomShown;
  you: You;
  table: Seen | null;
  log: Line[];
  log_from: number;
  due: Due | null;
}

/** What is new.  Versions go up by one; a client that misses one asks to be welcomed again.
 *
 * `table` has only the parts that changed; in `places`, `faces`, `marks`, `tallies`, `slates`, `remembered`, `changed`
 * and `aid` only the entries that changed, and null for one that is gone. */
export interface Update {
  type: "update";
  version: number;
  room?: RoomShown | null;
  you?: You | null;
  table?: Record<string, unknown> | null;
  log?: Line[];
  due?: Due | null;
}

/** The word is done, and stored: nothing can make it undone by accident.
 *
 * What came of it was told up to this version. */
export interface Done {
  type: "done";
  word: number;
  version: number;
}

/** The word is not done, and nothing has changed.  It is 0 if what came had no number that could be read. */
export interface Refused {
  type: "refused";
  word: number;
  why: "late" | "not a message" | "not now" | "not possible" | "not yours" | "too fast" | "too long";
  words: string;
}

/** The last message: why the server ends the connection, and whether to come back. */
export interface Closing {
  type: "closing";
  words: string;
  come_back: boolean;
}

export type AnySaid = Act | Undo | Allow | Talk | Sit | Rise | SetPlace | Look | Begin | Rematch | Ping;

export type AnyHeard = Welcome | Update | Done | Refused | Closing;
