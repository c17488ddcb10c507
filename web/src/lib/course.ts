// How the points came, moment by moment, for the picture after a game.
import type { Seen } from "../wire";
import type { Moment } from "./api";
import { tally } from "./places";

export interface Course {
  lines: number[][]; // by side, the points at each moment
  rounds: number[]; // the moments at which a round begins
}

const ROUNDS = ["round", "deal", "turns played"]; // what the games count

/** The points of a side when a round was over: where the next begins, all that the last brought is counted. */
export function pointsAfter({ lines, rounds }: Course, side: number, round: number): number {
  const points = lines[side] ?? [];
  return points[rounds[round + 1] ?? points.length - 1] ?? 0;
}

export function courseOf(moments: Moment[], count: (seen: Seen, side: number) => number): Course {
  const first = moments[0]?.seen;
  if (!first) return { lines: [], rounds: [] };
  const counter = ROUNDS.find((name) => name in first.tallies) ?? "";
  const rounds: number[] = [];
  moments.forEach(({ seen }, at) => {
    const now = tally(seen, counter);
    if (at ? now !== tally(moments[at - 1]!.seen, counter) : now > 0) rounds.push(at);
  });
  return { lines: first.members.map((_, side) => moments.map(({ seen }) => count(seen, side))), rounds };
}
