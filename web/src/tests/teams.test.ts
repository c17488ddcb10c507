// Peer-to-Peer in teams: who is first, who sees what, who wins, and passing for a while.
import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, expect, test, vi } from "vitest";
import { Play } from "../lib/play.svelte";
import type { Room } from "../lib/room.svelte";
import Dock from "../parts/Dock.svelte";
import QuestionBar from "../parts/QuestionBar.svelte";
import Result from "../parts/Result.svelte";
import { kindOf } from "../tables/kinds";
import PeerToPeer from "../tables/PeerToPeer.svelte";
import { m } from "../words";
import { room, seen, shown, you } from "./fixtures";

afterEach(cleanup);

// What jsdom does not know.
globalThis.ResizeObserver = class {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
};
HTMLDialogElement.prototype.showModal = () => undefined;
HTMLDialogElement.prototype.close = () => undefined;

const GAME = "peer to peer";
const kind = kindOf(GAME);
const seats = ["Kim", "Ben", "Cid", "Dee"].map((name, seat) => ({ ...shown.seats[seat % 2]!, name }));

/** Kim and a bot, Ben, against two others. */
function table(more: object = {}): Room {
  const one = room();
  one.state = "here";
  one.shown = { ...shown, game: GAME, title: "Peer-to-Peer", seats };
  one.you = { ...you, may_team_talk: true };
  one.seen = {
    ...seen, members: [[0, 1], [2, 3]], first: 1, captain: [1, 2], asked: [], awaited: [],
    places: { "hand 1": [10, 11], "hand 2": [20], "committed 1": [12], "committed 2": [], row: [0], "score 1": [13] },
    tallies: { round: [2], team: [0, 0], "stands aside": [0, 0] }, ...more,
  };
  return one;
}

test("the team that is first is marked, and only that", () => {
  const one = table();
  render(PeerToPeer, { room: one, play: new Play(one) });
  expect(screen.getAllByText(m.firstTeam)).toHaveLength(1);
  expect(screen.getByText(m.firstTeam).closest("section")?.getAttribute("aria-label")).toBe("Cid & Dee");
  cleanup();
  const teams = table({ members: [[0], [2], [1], [3]], first: 2, captain: [0, 2, 1, 3], tallies: { round: [2], team: [1, 1, 2, 2], "stands aside": [0, 0, 0, 0] } });
  render(PeerToPeer, { room: teams, play: new Play(teams) });
  expect(screen.getAllByText(m.firstTeam)).toHaveLength(2); // players with decks of their own, who are a team
});

test("cards that are turned up are called that, and the score pile has its name", () => {
  const one = table();
  render(PeerToPeer, { room: one, play: new Play(one) });
  expect(screen.getByText(m.turnedUp)).toBeTruthy();
  expect(screen.queryByText(m.place("committed"))).toBeNull();
  expect(m.scorePile).toBe("Score pile");
});

test("a person leads bots, whoever is captain", () => {
  const one = table();
  render(PeerToPeer, { room: one, play: new Play(one) });
  expect(screen.getByText("you lead")).toBeTruthy();
  cleanup();
  one.shown = { ...one.shown!, options: { team_control: "rotating_captain" } };
  render(PeerToPeer, { room: one, play: new Play(one) });
  expect(screen.getByText("Ben leads")).toBeTruthy();
});

test("the hand of a team is for all of it", () => {
  const one = table();
  render(Dock, { room: one, play: new Play(one), kind });
  expect(screen.getByText(m.onlyTeam)).toBeTruthy();
  cleanup();
  const alone = table({ members: [[0], [2, 3]] });
  render(Dock, { room: alone, play: new Play(alone), kind });
  expect(screen.getByText(m.onlyYou)).toBeTruthy();
});

test("a team wins together", () => {
  const one = table();
  const onclose = (): void => undefined;
  one.shown = { ...one.shown!, state: "over", winners: [1], scores: [3, 5] };
  render(Result, { room: one, kind, onclose });
  expect(screen.getByText("Cid and Dee win together with 5 points.")).toBeTruthy();
  cleanup();
  one.shown = { ...one.shown, winners: [0], scores: [6, 5] };
  render(Result, { room: one, kind, onclose });
  expect(screen.getByText("You and Ben win together with 6 points.")).toBeTruthy();
});

test("to pass until something changes is a button of its own, beside the pass", async () => {
  const choices = ["9T", "pass until something changes", "pass"].map((choice) => ({ choice, cards: choice === "9T" ? [10] : [] }));
  const one = table({ asked: [{ seat: 0, turn: 1, verb: "use", words: "Use an effect, or pass.", options: choices }], awaited: [0] });
  const act = vi.spyOn(one, "act").mockResolvedValue(true);
  render(QuestionBar, { room: one, play: new Play(one), kind });
  const button = screen.getByRole("button", { name: m.passOn });
  expect(button.className).not.toContain("pri");
  await fireEvent.click(button);
  expect(act).toHaveBeenCalledWith("pass until something changes");
  expect(screen.getAllByRole("button", { name: /Pass/ })).toHaveLength(2);
});
