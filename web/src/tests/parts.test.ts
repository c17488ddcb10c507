import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, expect, test, vi } from "vitest";
import Card from "../cards/Card.svelte";
import { browse, openPiles } from "../lib/browse.svelte";
import { cardFromCode, cardSeen } from "../lib/cards";
import { look } from "../lib/look.svelte";
import { Play } from "../lib/play.svelte";
import DeckBuilder from "../parts/DeckBuilder.svelte";
import PileSheet from "../parts/PileSheet.svelte";
import PilesButton from "../parts/PilesButton.svelte";
import QuestionBar from "../parts/QuestionBar.svelte";
import Tray from "../parts/Tray.svelte";
import TextView from "../parts/TextView.svelte";
import CyberDefense from "../tables/CyberDefense.svelte";
import { kindOf } from "../tables/kinds";
import { print, room, seen } from "./fixtures";

afterEach(cleanup);

test("a card says its value, domain, name and state", () => {
  render(Card, { card: cardFromCode("9T"), print, can: true });
  expect(screen.getByRole("button", { name: "9 of Technology, Robotics. can be chosen" })).toBeTruthy();
});

test("a changed card says what it is now", () => {
  render(Card, { card: cardSeen(seen, 4) });
  expect(screen.getByRole("button", { name: /now 6/ })).toBeTruthy();
});

test("a back has nothing in the page that tells its face", () => {
  const { container } = render(Card, { card: cardSeen(seen, 20) });
  expect(container.innerHTML).not.toMatch(/[0-9]+[KSTV]\b/);
  expect(screen.getByRole("button", { name: "Face-down card" }).dataset["code"]).toBe("");
});

test("the question is a sentence with buttons, and pressing one sends its choice", async () => {
  const one = room();
  const act = vi.spyOn(one, "act").mockResolvedValue(true);
  const play = new Play(one, kindOf("grid poker").main);
  one.state = "here";
  render(QuestionBar, { room: one, play, kind: kindOf("grid poker") });
  expect(screen.getByText(/Choose one or two cards/)).toBeTruthy();
  await fireEvent.click(screen.getByRole("button", { name: "Abstain" }));
  expect(act).toHaveBeenCalledWith("pass");
  play.toggle(10);
  play.toggle(11);
  await fireEvent.click(await screen.findByRole("button", { name: /Put against R2/ }));
  expect(act).toHaveBeenLastCalledWith("R2 9T 10V");
});

test("a deck is chosen by its name, or put together; all that is wrong with it is said", async () => {
  const one = room();
  Element.prototype.scrollIntoView = () => undefined; // which jsdom does not know
  const thrifty = { name: "thrifty", about: "Every card is cheap.", advanced: false, deck: ["1K", "2K"], market: [] };
  const asked: string[] = [];
  globalThis.fetch = (path) => {
    asked.push(String(path));
    const isCheck = String(path).endsWith("check");
    return Promise.resolve(new Response(JSON.stringify(isCheck ? { faults: ["3 cards, 26 needed"] } : [thrifty])));
  };
  const choice = "deck 1-2K";
  one.seen = { ...seen, asked: [{ seat: 0, turn: 1, verb: "bring", words: "", is_open: true, options: [{ choice, words: "thrifty: Every card is cheap." }] }] };
  const play = new Play(one, kindOf("gears of industry").main);
  render(DeckBuilder, { room: one, play });
  await fireEvent.click(await screen.findByRole("button", { name: /Thrifty/ }));
  expect(play.main?.option.choice).toBe(choice);
  await fireEvent.click(screen.getByRole("button", { name: "Change this deck" }));
  await fireEvent.click(screen.getByRole("button", { name: "5 of Services" }));
  expect(screen.getByText("3 of 26 cards")).toBeTruthy();
  expect(await screen.findByText("3 cards, 26 needed")).toBeTruthy();
  expect(play.main).toBeNull();
});

test("what nothing on the table stands for is a button", () => {
  const one = room();
  one.seen = { ...seen, asked: [{ seat: 0, turn: 1, verb: "change", words: "", options: [{ choice: "2K", cards: [99] }, { choice: "9T", cards: [10] }] }] };
  render(QuestionBar, { room: one, play: new Play(one), kind: kindOf("peer to peer") });
  expect(screen.getByRole("button", { name: /^Change 2/ })).toBeTruthy();
  expect(screen.queryByRole("button", { name: /^Change 9/ })).toBeNull();
});

test("cards that can be chosen but are not drawn anywhere lie in the tray", async () => {
  const one = room();
  one.seen = { ...seen, asked: [{ seat: 0, turn: 1, verb: "discard", words: "", options: [{ choice: "13T", cards: [22] }, { choice: "W1", cards: [23] }] }] };
  const page = document.createElement("div");
  page.dataset["table"] = "";
  page.innerHTML = `<div class="board"><button class="card" data-back="22"></button></div>`;
  document.body.append(page);
  const drawn = vi.spyOn(page.querySelector("button")!, "getClientRects").mockReturnValue([{}] as unknown as DOMRectList);
  render(Tray, { room: one, play: new Play(one) });
  expect(await screen.findByRole("button", { name: /Wild card/ })).toBeTruthy();
  expect(screen.queryByRole("button", { name: /13 of Technology/ })).toBeNull();
  drawn.mockReturnValue([] as unknown as DOMRectList); // as on a narrow screen
  await fireEvent(window, new Event("resize"));
  expect(await screen.findByRole("button", { name: /13 of Technology/ })).toBeTruthy();
  page.remove();
});

test("a short touch that is heard late is a tap, not a look at the card", async () => {
  const pick = vi.fn();
  render(Card, { card: cardFromCode("9T"), print, can: true, onpick: pick });
  const card = screen.getByRole("button");
  const touch = (type: string, timeStamp: number): Event => Object.defineProperty(
    Object.defineProperty(new Event(type, { bubbles: true }), "timeStamp", { value: timeStamp }), "pointerType", { value: "touch" });
  await fireEvent(card, touch("pointerdown", 1000));
  await new Promise((wait) => setTimeout(wait, 550));
  expect(look.isOpen).toBe(true);
  await fireEvent(card, touch("pointerup", 1080));
  await fireEvent.click(card);
  expect(look.isOpen).toBe(false);
  expect(pick).toHaveBeenCalledTimes(1);
});

test("a refusal is said aloud", async () => {
  const one = room();
  render(QuestionBar, { room: one, play: new Play(one), kind: kindOf("") });
  one.refuse("That came too late.");
  expect((await screen.findByRole("alert")).textContent).toContain("That came too late.");
});

test("the text view names every card that is known, and only those", () => {
  const one = room();
  const { container } = render(TextView, { room: one, play: new Play(one), kind: kindOf("grid poker") });
  const text = container.textContent ?? "";
  expect(text).toContain("10 of Services");
  expect(text).toContain("Put face down: 1 card: 1 face-down card.");
  expect(text).toContain("Deck: 2 cards: 2 face-down cards.");
});

test("a guess that is put down is gone from the digits and the keys, too", async () => {
  const one = room();
  const asked = [{ seat: 0, turn: 1, verb: "guess", words: "", options: [{ choice: "4@1" }, { choice: "4@2" }] }];
  one.seen = { ...seen, places: { "password 2": [50, 51] }, faces: {}, marks: {}, asked };
  const play = new Play(one);
  render(CyberDefense, { room: one, play });
  await fireEvent.click(screen.getByRole("button", { name: /^Digit 1/ }));
  await fireEvent.click(screen.getByRole("button", { name: "4" }));
  expect(play.aim).toBe("4@1");
  play.clear();
  await tick();
  expect(screen.queryByRole("button", { pressed: true })).toBeNull();
  await fireEvent.click(screen.getByRole("button", { name: /^Digit 2/ }));
  await fireEvent.click(screen.getByRole("button", { name: "4" }));
  expect(play.aim).toBe("4@2");
});

test("the keys of a guess show what the aid of the table tells of each value", async () => {
  const one = room();
  const asked = [{ seat: 0, turn: 1, verb: "guess", words: "", options: [{ choice: "4@1" }, { choice: "4@2" }] }];
  const table = { ...seen, places: { "password 2": [50, 51] }, faces: {}, marks: {}, asked };
  one.seen = { ...table, aid: { kind: "notes", answers: ["4@2 n=1 sideways", "7@1 n=0"], notes: { 1: ["not 7"], 2: ["not 4"] }, numbers: { 4: 1, 7: 0 } } };
  const { unmount } = render(CyberDefense, { room: one, play: new Play(one) });
  expect(screen.getByRole("button", { name: "4, 1 in the password" }).classList.contains("no")).toBe(false);
  expect(screen.getByRole("button", { name: "7, 0 in the password" }).classList.contains("no")).toBe(true);
  expect(screen.getByRole("button", { name: "Digit 2. not 4" })).toBeTruthy();
  expect(screen.getByLabelText("All answers so far").textContent).toContain("4@2: 1, sideways");
  unmount();
  one.seen = { ...table, aid: { kind: "full", answers: [], notes: {}, numbers: {}, candidates: { 1: ["4K", "4S"], 2: ["4K", "9T"] }, count: 3, likely: [["4@1", 1]], telling: [["4@2", 1.5]] } };
  render(CyberDefense, { room: one, play: new Play(one) });
  await fireEvent.click(screen.getByRole("button", { name: /^Digit 1/ }));
  expect(screen.getByRole("button", { name: "4, 2 cards fit" })).toBeTruthy();
  expect(screen.getByRole("button", { name: "9, 0 cards fit" }).classList.contains("no")).toBe(true);
  expect(screen.getByText(/Most likely to hit: 4@1 100 %/)).toBeTruthy();
  expect(screen.getByText(/3 passwords are possible/)).toBeTruthy();
});

test("each front says what winning it brings, and how many cards lie there face down", () => {
  const one = room();
  one.seen = { ...seen, places: { "phish 1": [10, 11], "phish 2": [20] }, faces: {}, asked: [], tallies: { "phish winner": [-1] }, marks: {} };
  const { container } = render(CyberDefense, { room: one, play: new Play(one) });
  const words = [...container.querySelectorAll(".front")].map((front) => front.textContent);
  expect(words[0]).toContain("a digit, 2 guesses");
  expect(words[0]).toContain("1 guess, an unlock");
  expect(words[0]).toContain("2 to 1 face down");
  expect(words[1]).toContain("4 guesses");
  expect(words[2]).toContain("1 guess, an upgrade");
});

test("who has asked to take an action back is not offered it again", async () => {
  const one = room();
  one.you = { ...one.you!, can_undo: "ask" };
  render(QuestionBar, { room: one, play: new Play(one), kind: kindOf("grid poker") });
  expect(screen.getByRole("button", { name: "Ask to take back" })).toBeTruthy();
  one.shown = { ...one.shown!, undo: "Kim" };
  await tick();
  expect(screen.queryByRole("button", { name: "Ask to take back" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Allow" })).toBeNull();
});

test("who only looks on reads whose role is whose", () => {
  const one = room();
  one.seen = { ...seen, side: 2, places: {}, asked: [], tallies: {} };
  const { container } = render(CyberDefense, { room: one, play: new Play(one) });
  expect(container.querySelector(".role")?.textContent?.trim()).toBe("Hacker, Kim");
});

test("who can do nothing is told so, and finds no button to press", () => {
  const one = room();
  const asked = [{ seat: 0, turn: 1, verb: "use", words: "You have no effect to use. Moving on.", is_idle: true, options: [{ choice: "pass" }] }];
  one.seen = { ...seen, asked };
  const { container } = render(QuestionBar, { room: one, play: new Play(one), kind: kindOf("grid poker") });
  expect(screen.getByText("You have no effect to use. Moving on.")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Pass" })).toBeNull();
  expect(container.querySelector(".prompt.wait")).toBeTruthy(); // nothing yellow
});

test("every open pile can be looked through, the card on top first, and a deck is none", async () => {
  HTMLDialogElement.prototype.showModal ??= () => undefined; // which jsdom does not know
  HTMLDialogElement.prototype.close ??= () => undefined;
  const one = room();
  const zones = { ...seen.zones, "discard 2": { zone: "discard", side: 1, is_open: true } };
  one.seen = { ...seen, zones, places: { ...seen.places, discard: [30, 0], "discard 2": [1] }, faces: { ...seen.faces, 40: "2K" } };
  expect(openPiles(one.seen).map(({ name }) => name).sort()).toEqual(["discard", "discard 2"]);
  expect(openPiles(one.seen, 1).map(({ name }) => name)).toEqual(["discard 2"]);
  render(PilesButton, { room: one, side: 1 });
  await fireEvent.click(screen.getByRole("button", { name: "Piles of Mara, 1 card" }));
  expect(browse.names).toEqual(["discard 2"]);
  browse.open(["discard"]);
  const { container } = render(PileSheet, { room: one });
  expect([...container.querySelectorAll<HTMLElement>("button.card")].map((card) => card.dataset["code"])).toEqual(["9S", "9V'"]);
  browse.close();
});
