import { tick } from "svelte";
import { expect, test } from "vitest";
import { room } from "./fixtures";

test("updates follow each other; the table and the log grow with them", async () => {
  const one = room();
  expect(one.question?.verb).toBe("commit");
  one.heard({ type: "update", version: 2, table: { phase: "results", asked: [] }, log: [{ what: "say", words: "Kim wins." }] });
  await tick();
  expect(one.seen?.phase).toBe("results");
  expect(one.question).toBeNull();
  expect(one.log.map((line) => line.words)).toEqual(["Kim wins."]);
});

test("an old update changes nothing", async () => {
  const one = room();
  one.heard({ type: "update", version: 1, table: { phase: "setup" } });
  await tick();
  expect(one.seen?.phase).toBe("commitments");
});

test("a welcome in the same run keeps the lines that are known", async () => {
  const one = room();
  one.heard({ type: "update", version: 2, log: [{ what: "say", words: "a" }, { what: "say", words: "b" }] });
  await tick();
  const { welcome } = await import("./fixtures");
  one.heard({ ...welcome, version: 9, log: [{ what: "say", words: "c" }], log_from: 2 });
  expect(one.log.map((line) => line.words)).toEqual(["a", "b", "c"]);
  one.heard({ ...welcome, run: "b", version: 1, log: [{ what: "say", words: "x" }], log_from: 0 });
  expect(one.log.map((line) => line.words)).toEqual(["x"]);
});
