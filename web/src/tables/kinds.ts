// What is the same for every table is in the shell around it; here each game says what is special about it.
// To add a table: a file of its own in this folder, and an entry below.
import type { Component } from "svelte";
import { backs, tally } from "../lib/places";
import type { Choice, Play } from "../lib/play.svelte";
import type { Room } from "../lib/room.svelte";
import type { Seen } from "../wire";
import { m } from "../words";
import { betMain, betSaying, isBet } from "./betting";
import { cyberMain, cyberPrompt, foundBy, HACKER } from "./cyberDefense";
import { exchangeMain, exchangePrompt } from "./techExchange";
import { peerPrompt } from "./peerToPeer";
import { gearsMain, gearsPrompt, gearsSaying, isBringing } from "./gears";
import { gridKeys, gridMain, gridPrompt, LINES } from "./gridPoker";

export interface TableProps {
  room: Room;
  play: Play;
}

/** A sentence in three parts, of which the middle one is marked, and what the buttons say. */
export interface Prompt {
  before?: string;
  mark?: string;
  after?: string;
  sub?: string;
  main?: string; // the label of the button that does what is chosen
  pass?: string;
}

export interface TableKind {
  load: () => Promise<{ default: Component<TableProps> }>;
  points?: string; // the tally that counts
  count?: (seen: Seen, side: number) => number; // what counts, where no tally does
  round?: (room: Room) => string;
  phases?: string[] | ((room: Room) => string[]); // the steps of a round, as the server calls them
  headline?: (winner: number, name: string) => string; // who won by what, where that is no matter of points; no name: oneself
  atSeat?: string[]; // places of a player that lie at their seat
  inDock?: string[]; // those of one's own that lie beside the hand
  isWide?: boolean; // the table draws the players itself
  piles?: string[]; // everybody's piles, under the players
  prompt?: (play: Play) => Prompt | null;
  main?: (play: Play) => Choice | null | undefined; // what Enter does, if the table knows better
  keys?: (key: string, play: Play) => boolean;
  saying?: (choice: string, play: Play) => string; // what a choice is called, if not by its own words
  hasTarget?: (words: string) => boolean; // whether the table shows something to press for it
  isOnTable?: (play: Play) => boolean; // whether all that can be chosen is shown on the table
}

/** Before the first round there is none to name. */
function roundOf(room: Room): string {
  const now = tally(room.seen!, "round");
  return now > 0 ? m.roundOf(now, Number(room.seen!.aid["rounds"] ?? 0)) : "";
}

const generic = () => import("./Generic.svelte");

export const KINDS: Record<string, TableKind> = {
  "grid poker": {
    load: () => import("./GridPoker.svelte"), points: "points", atSeat: ["company"], inDock: ["company"],
    round: roundOf,
    phases: ["company effects", "hand effects", "commitments", "results", "clearing", "improvement", "end of round"],
    piles: ["deck", "discard", "expelled"], prompt: gridPrompt, main: (play) => (isBet(play) ? betMain(play) : gridMain(play)), keys: gridKeys, saying: betSaying,
    hasTarget: (words) => (words.split(" ")[0] ?? "") in LINES,
  },
  "regular poker": {
    load: () => import("./RegularPoker.svelte"), points: "chips", main: betMain, saying: betSaying,
    round: (room) => m.dealOf(tally(room.seen!, "deal"), Number(room.shown?.options["deals"] ?? 0)),
    phases: (room) => (room.shown?.options["game"] === "texas_holdem" ? ["before the flop", "flop", "turn", "river"] : ["first bets", "draw", "second bets"]),
  },
  "tech exchange": {
    load: () => import("./TechExchange.svelte"), points: "points", round: roundOf,
    phases: ["first trading", "first effects", "second trading", "second effects", "scoring"], prompt: exchangePrompt, main: exchangeMain,
    hasTarget: (words) => /^(done|back|cancel|commit|offer)\b/.test(words),
  },
  "gears of industry": {
    load: () => import("./Gears.svelte"), points: "points", isWide: true,
    round: (room) => (room.shown?.partners.length ? m.teamsRaceTo : m.raceTo)(Number(room.shown?.options["target_points"] ?? 7)), phases: ["draw", "factory", "enter", "effect", "clash", "rotate", "discard"],
    prompt: gearsPrompt, main: gearsMain, saying: gearsSaying, hasTarget: (words) => /^M[12]$/.test(words), isOnTable: isBringing,
  },
  "cyber defense": {
    load: () => import("./CyberDefense.svelte"), round: roundOf,
    phases: ["develop", "effects", "phish", "mitm", "ddos"], isWide: true, prompt: cyberPrompt, main: cyberMain, count: foundBy,
    headline: (winner, name) => (winner === HACKER ? m.crackedBy(name) : m.keptBy(name)),
    hasTarget: (words) => /^to (Phish|MitM|DDOS)$|^(\S+@)?\d+$/.test(words),
  },
  "peer to peer": {
    load: () => import("./PeerToPeer.svelte"), isWide: true, prompt: peerPrompt, count: (seen, side) => backs(seen, "score", side).length, round: roundOf,
    phases: ["new customers", "effects before", "assist", "effects after", "refresh", "end of round"],
  },
};

export function kindOf(game: string): TableKind {
  return KINDS[game] ?? { load: generic, points: "points" };
}
