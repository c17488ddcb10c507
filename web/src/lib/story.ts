// The log as people read it: the same thing several times in a row is one line.
import type { Line } from "../wire";
import { cut } from "./cards";

export interface Told {
  what: string;
  words: string;
  times: number;
}

/** Lines that differ only in the one card they name become one that names them all. */
export function story(lines: Line[]): Told[] {
  const told: Told[] = [];
  let pattern = "";
  for (const line of lines) {
    if (line.what === "talk") continue;
    const parts = cut(line.words);
    const cards = parts.filter((part) => part.code);
    const next = parts.map((part) => (part.code ? "#" : part.text)).join("");
    const last = told.at(-1);
    if (last && next === pattern && line.what === last.what && cards.length === 1 && line.what === "move") {
      // The new card stands behind the last one that was named.
      const at = last.words.lastIndexOf(cut(last.words).findLast((part) => part.code)!.text);
      const after = last.words.slice(at).search(/[^\w']|$/) + at;
      last.words = `${last.words.slice(0, after)} ${cards[0]!.code}${last.words.slice(after)}`;
    } else if (last && !cards.length && next === pattern && line.what === last.what) {
      last.times += 1;
    } else {
      told.push({ what: line.what, words: line.words, times: 1 });
      pattern = next;
    }
  }
  return told;
}
