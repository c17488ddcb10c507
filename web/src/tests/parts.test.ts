import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, expect, test, vi } from "vitest";
import Card from "../cards/Card.svelte";
import { cardFromCode, cardSeen } from "../lib/cards";
import { Play } from "../lib/play.svelte";
import QuestionBar from "../parts/QuestionBar.svelte";
import TextView from "../parts/TextView.svelte";
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
