// A small table in the middle of a round of Grid Poker, as the server would send it to the side 0.
import type { Print } from "../lib/cards";
import { Room } from "../lib/room.svelte";
import type { RoomShown, Seen, Welcome, You } from "../wire";

const shared = (zone: string, is_open: boolean) => ({ [zone]: { zone, side: -1, is_open } });
const own = (zone: string, is_open: boolean) => ({ [`${zone} 1`]: { zone, side: 0, is_open }, [`${zone} 2`]: { zone, side: 1, is_open } });
const zones: Seen["zones"] = {
  ...shared("deck", false), ...shared("discard", true), ...shared("market", true), ...own("hand", false), ...own("company", true),
  ...own("committed", false),
};

export const seen: Seen = {
  side: 0, members: [[0], [1]], first: 1, captain: [0, 1], phase: "commitments",
  places: {
    deck: [40, 41], discard: [30], market: [0, 1, 2, 3, 4, 5, 6, 7, -1], "hand 1": [10, 11, 12], "hand 2": [20, 21],
    "company 1": [13, 14], "company 2": [22, 23], "committed 1": [], "committed 2": [24],
  },
  faces: {
    0: "9S", 1: "7T", 2: "11K", 3: "7V", 4: "5K", 5: "8S", 6: "12V", 7: "5T", 10: "9T", 11: "10V", 12: "5S", 13: "3V",
    14: "13S", 22: "13T", 23: "W1", 30: "9V'",
  },
  remembered: {}, marks: { used: { "3V": 1 }, value: { "5K": 15 } },
  tallies: {
    round: [2], points: [2, 3], "line of the committed cards": [-1, 0], "line of the company": [-1, -1], "row won": [-1, -1],
    "column won": [-1, -1],
  },
  slates: {}, awaited: [0], chain: [], zones, changed: { 4: { value: 6, domain: "K" } }, aid: {},
  asked: [{
    seat: 0, turn: 4, verb: "commit", words: "Lay one or two hand cards face down at a row or column, or pass.",
    options: [
      { choice: "pass" }, ...["R1", "R2", "R3", "C1", "C2", "C3"].flatMap((line) =>
        ["9T", "10V", "5S", "9T 10V", "9T 5S", "10V 5S"].map((cards) => ({ choice: `${line} ${cards}` }))),
    ],
  }],
};

const seat = { kind: "person", level: "", is_here: true, has_bot: false, kept_for: "", seconds: null } as const;

export const shown: RoomShown = {
  code: "FROG42", game: "grid poker", title: "Grid Poker", options: {}, state: "playing",
  seats: [{ ...seat, name: "Kim" }, { ...seat, name: "Mara", kind: "bot", level: "casual" }],
  host: 0, clock: "none", clock_seconds: 0, is_listed: false, lets_watch: false, watchers: 0, commitment: "", undo: "",
  rematch: "", secret: "", winners: [], scores: [], members: [], partners: [], one_device: false, edition: "",
};

export const you: You = { seat: 0, side: 0, is_host: true, can_undo: "no", may_team_talk: false, seats: [0] };

export const welcome: Welcome = {
  type: "welcome", protocol: 1, run: "a", version: 1, room: shown, you, table: seen, log: [], log_from: 0, due: null,
};

export const print: Print = {
  code: "9T", concept: "Robotics", icon: "robot-arm", about: "Machines that work.", text: "Exchange a card.",
};

export function room(): Room {
  globalThis.fetch = () => Promise.resolve(new Response(JSON.stringify({ "9T": print })));
  const made = new Room("FROG42");
  made.heard(welcome);
  return made;
}
