// The published test vectors, and a record as the server writes it.
import { readFileSync } from "node:fs";
import { beforeEach, expect, test } from "vitest";
import { dealOf, promise, seedOf } from "../lib/fair";
import { note, noted } from "../lib/promises";
import { sha256 } from "../lib/sha256";

interface Vector {
  secret: string;
  commitment: string;
  salts: string[];
  seed: string;
}

const page = readFileSync(new URL("../../../docs/fairness.md", `file://${__dirname}/`), "utf8");
const vectors = JSON.parse(/```json\n(\[\n[\s\S]*?\n\])\n```/.exec(page)![1]!) as Vector[];

beforeEach(() => localStorage.clear());

test("SHA-256 of texts of all lengths around a block", () => {
  expect(sha256(new Uint8Array())).toBe("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  expect(sha256(new TextEncoder().encode("abc"))).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  expect(sha256(new Uint8Array(1000).fill(97))).toBe("41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3");
});

test("every published vector", () => {
  expect(vectors.length).toBeGreaterThan(4);
  for (const { secret, commitment, salts, seed } of vectors) {
    expect(promise(secret)).toBe(commitment);
    expect(seedOf(secret, salts)).toBe(seed);
  }
});

test("the deal is read from a record, and nothing from one that has none", () => {
  const { secret, commitment, salts, seed } = vectors[1]!;
  const record = `format = 1\nseats = ["[deal]"]\nseed = "${seed}"\nactions = [\n  "1 say seed = 2",\n]\n\n[deal]\ncommitment = "${commitment}"\nsecret = "${secret}"\nsalts = ["c0ffee", ""]\n`;
  expect(dealOf(record)).toEqual({ seed, commitment, secret, salts });
  expect(dealOf(record.split("\n[deal]")[0]!)).toBeNull();
});

test("only the first promise of a table is noted", () => {
  note("FROG42", "aa");
  note("FROG42", "bb");
  expect(noted("FROG42")).toBe("aa");
  expect(noted("TOAD42")).toBe("");
  for (let number = 0; number < 60; number += 1) note(`T${number}`, "cc");
  expect(noted("FROG42")).toBe("");
});
