import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api } from "../lib/api";
import { Lesson, type LessonShown, progress } from "../lib/lesson.svelte";
import { Play } from "../lib/play.svelte";
import { keep } from "../lib/settings.svelte";
import { m } from "../words";
import type { Question } from "../wire";
import { whyNot } from "../lib/why";
import Coach from "../parts/Coach.svelte";
import { room, seen, shown } from "./fixtures";

const texts = (english: string): Record<string, string> => ({ en: english, de: `${english} (deutsch)` });
const calm = { ...seen, asked: [], awaited: [] };
const after = { ...calm, phase: "results" };

const told: LessonShown = {
  title: texts("A lesson"), seat: 0, room: { ...shown, seats: shown.seats.map((one, at) => ({ ...one, name: at ? "Ben" : "" })) },
  steps: [
    { says: texts("Look at 9S."), otherwise: {}, done: {}, light: ["9S", "market"], choose: "", seen: calm, after: [] },
    {
      says: texts("Put 9T against R1."), otherwise: texts("Another time."), done: texts("Well done."), light: [], choose: "R1 9T",
      seen, after: [{ seen: after, log: [{ what: "note", words: "You commit 9T." }] }],
    },
    { says: texts("That was all."), otherwise: {}, done: {}, light: [], choose: "", seen: after, after: [] },
  ],
};

function lesson(): Lesson {
  globalThis.fetch = () => Promise.resolve(new Response("{}"));
  return new Lesson("grid poker", told, "Kim");
}

beforeEach(() => {
  localStorage.clear();
  keep({ speed: "none" });
});
afterEach(cleanup);

const litRules = (): string => [...document.head.querySelectorAll("style")].map((style) => style.textContent).join("");

test("the coach says the step, how far it is, and lights what is meant", async () => {
  render(Coach, { lesson: lesson() });
  expect(document.querySelector(".says")?.textContent).toContain("Look at");
  expect(screen.getByRole("progressbar", { name: "1 of 3" })).toBeTruthy();
  expect(litRules()).toContain('.card[data-code="9S"]');
  expect(litRules()).toContain('[data-place="market"]');
  expect((screen.getByRole("button", { name: "Back" }) as HTMLButtonElement).disabled).toBe(true);
  await fireEvent.click(screen.getByRole("button", { name: "Next" }));
  expect(await screen.findByRole("progressbar", { name: "2 of 3" })).toBeTruthy();
  expect(litRules()).not.toContain("dashed");
});

test("a step that only looks asks nothing, and Enter goes on", async () => {
  const one = lesson();
  render(Coach, { lesson: one });
  expect(one.question).toBeNull();
  await fireEvent.keyDown(document.body, { key: "Enter" });
  expect(one.at).toBe(1);
  expect(one.question?.verb).toBe("commit");
  await fireEvent.keyDown(document.body, { key: "Enter" });
  expect([one.at, one.isBusy]).toEqual([1, false]); // here something is to be done
});

test("the right choice leads on, and what happened is said", async () => {
  const one = lesson();
  one.go(1);
  render(Coach, { lesson: one });
  expect(await one.act("R1 9T")).toBe(true);
  expect(one.at).toBe(2);
  expect(one.log.map((line) => line.words)).toEqual(["You commit 9T."]);
  expect(await screen.findByText("Well done.")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Play a real game" })).toBeTruthy();
});

test("another choice is answered kindly, an impossible one with the reason, and the table stays", async () => {
  const one = lesson();
  one.go(1);
  render(Coach, { lesson: one });
  const answer = vi.spyOn(api, "lessonAnswer").mockResolvedValue({ leads_on: false, words: "" });
  expect(await one.act("R2 9T")).toBe(false);
  expect(answer).toHaveBeenLastCalledWith("grid poker", 1, "R2 9T");
  expect(await screen.findByText("Another time.")).toBeTruthy();
  answer.mockResolvedValue({ leads_on: false, words: "That is not possible." });
  expect(await one.act("R9 9T")).toBe(false);
  expect(one.refused).toBe("That is not possible.");
  expect(one.word).toBe("");
  answer.mockResolvedValue({ leads_on: true, words: "" });
  expect(await one.act("9t r1")).toBe(true); // in other words
  expect(one.at).toBe(2);
  answer.mockRestore();
});

test("who comes back is where they were, and after the end begins anew", () => {
  const one = lesson();
  one.go(1);
  expect(progress()).toEqual({ "grid poker": 1 });
  expect(lesson().at).toBe(1);
  one.go(2);
  expect(progress()).toEqual({ "grid poker": 3 });
  expect(lesson().at).toBe(0);
});

test("going back shows the step again, with what was told until then", async () => {
  const one = lesson();
  one.go(2);
  expect(one.log).toHaveLength(1);
  render(Coach, { lesson: one });
  await fireEvent.click(screen.getByRole("button", { name: "Back" }));
  expect(one.at).toBe(1);
  expect(one.log).toHaveLength(0);
  expect(one.seen?.asked).toHaveLength(1);
});

// Why not

function asking(verb: string, choices: string[], why: Question["why"] = {}, game = "grid poker"): Play {
  const one = room();
  one.shown = { ...shown, game };
  one.seen = { ...seen, asked: [{ seat: 0, turn: 1, verb, words: "", why, options: choices.map((choice) => ({ choice })) }] };
  return new Play(one);
}

test("a card that cannot be chosen says why, by the reason of the server", () => {
  const using = asking("use", ["13S", "pass"], { 13: ["used"], 12: ["noEffect"] });
  expect(whyNot(using, 13)).toBe("3V was used already in this round.");
  expect(whyNot(using, 12)).toBe(m.why.noEffect);
  expect(whyNot(using, 10)).toBe("Choose now from: Your company.");
  const entering = asking("enter", ["5S M1", "pass"], { 10: ["noTechnology"], 11: ["cannotPay", 10, 4, 1] }, "gears of industry");
  expect(whyNot(entering, 10)).toBe("Technology cards become factories; they cannot enter a market.");
  expect(whyNot(entering, 11)).toBe("You cannot pay for 10V: it takes a sideways factory of value 10, or 4 of any value. You have one sideways.");
  const assisting = asking("use while assisting", ["9T", "pass"], { 11: ["timing", "refresh"] }, "peer to peer");
  expect(whyNot(assisting, 11)).toBe("10V can be used at the refresh, not now.");
  expect(whyNot(asking("use", ["9T", "pass"], { 11: ["what a newer server says"] }), 11)).toBe(m.notNow);
});

test("cards that nobody would try, and those that can be chosen, need no reason", () => {
  expect(whyNot(asking("use", ["13S", "pass"]), 14)).toBe("");
  expect(whyNot(asking("use", ["13S", "pass"]), 4)).toBe(""); // one reads the market, and does not choose from it
});
