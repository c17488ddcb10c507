// A deal that can be checked: docs/fairness.md says how the seed follows from the server's secret and the players' parts.
import { sha256 } from "./sha256";

const LABEL = "techdeck deal 1";

function bytes(digits: string): number[] {
  return (digits.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16));
}

/** What the server shows of its secret before the deal. */
export function promise(secret: string): string {
  return sha256(new Uint8Array(bytes(secret)));
}

export function seedOf(secret: string, salts: string[]): string {
  const label = [...LABEL].map((letter) => letter.charCodeAt(0));
  return sha256(new Uint8Array([...label, ...bytes(secret), ...salts.flatMap((salt) => [salt.length / 2, ...bytes(salt)])]));
}

/** What a record says of its deal. */
export interface Deal {
  seed: string;
  commitment: string;
  secret: string;
  salts: string[];
}

export function dealOf(record: string): Deal | null {
  const seed = /^seed = "([0-9a-f]{64})"$/m.exec(record);
  const deal = /^\[deal\]\ncommitment = "([0-9a-f]{64})"\nsecret = "([0-9a-f]{64})"\nsalts = (\["[0-9a-f", ]*\])$/m.exec(record);
  if (!seed || !deal) return null;
  return { seed: seed[1]!, commitment: deal[1]!, secret: deal[2]!, salts: JSON.parse(deal[3]!) as string[] };
}
