import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { CLAUSES, clauseNow } from "../lib/clauses";
import { drawn } from "../lib/markdown";
import { room } from "./fixtures";

const page = (game: string): string => readFileSync(`${__dirname}/../../../docs/rules/${game.replaceAll(" ", "_")}.md`, "utf8");

test("every clause that a table points to stands in the rulebook", () => {
  for (const [game, clauses] of Object.entries({ ...CLAUSES, "grid poker ": { any: "Regular poker", over: "Scoring and end" } })) {
    const found = [...drawn(page(game.trim())).matchAll(/data-clause="([^"]+)"/g)].map((match) => match[1]!);
    for (const clause of Object.values(clauses)) expect(found.some((one) => one.startsWith(clause)), `${game}: ${clause}`).toBe(true);
  }
});

test("the book opens at what is asked, or else at the phase", () => {
  const one = room();
  expect(clauseNow(one)).toBe("GP-R20");
  one.seen = { ...one.seen!, asked: [{ ...one.seen!.asked[0]!, verb: "place" }] };
  expect(clauseNow(one)).toBe("GP-R24");
  one.seen = { ...one.seen!, asked: [], phase: "hand effects" };
  expect(clauseNow(one)).toBe("Phase 2");
  one.shown = { ...one.shown!, state: "over" };
  expect(clauseNow(one)).toBe("Scoring and end");
});

const BOOK = "# Game\n\nA game.\n\n## Round\n\n- **GP-R1** Draw a card\n  and keep it.\n- **GP-R2** Discard.\n\n### End\n\n| id | what |\n|---|---|\n| **GP-E1** | most <points> win |\n";

test("items go over several lines, and clauses can be found", () => {
  const html = drawn(BOOK);
  expect(html).toContain('<li data-clause="GP-R1"><b>GP-R1</b> Draw a card and keep it.</li>');
  expect(html).toContain('<tr data-clause="GP-E1"><td><b>GP-E1</b></td><td>most &lt;points&gt; win</td></tr>');
});

test("a search keeps what has all the words, under its headings", () => {
  const html = drawn(BOOK, " KEEP card");
  expect(html).toContain("Draw a card");
  expect(html).toContain("<h2");
  expect(html).not.toContain("Discard");
  expect(html).not.toContain("End</h3>");
  expect(drawn(BOOK, "points")).toContain("<td>most");
});
