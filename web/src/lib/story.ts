// The log as people read it: the same thing several times in a row is one line.
import type { Line } from "../wire";
import { cut } from "./cards";

export interface Told {
  what: string;
  words: string;
  times: number;
}

// What one card does, and what several do.
const MANY: Record<string, string> = {
  comes: "come", goes: "go", is: "are", leaves: "leave", joins: "join", moves: "move", changes: "change", does: "do", was: "were", its: "their",
};

/** Several cards at the beginning of a sentence: whatever speaks of them is of the plural. */
function inPlural(words: string): string {
  return words.replace(/ (comes|goes|is|leaves|joins|moves|changes|does|was|its)\b/g, (_, verb: string) => ` ${MANY[verb]}`);
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
      const rest = last.words.slice(after);
      last.words = `${last.words.slice(0, after)} ${cards[0]!.code}${parts[0]!.code ? inPlural(rest) : rest}`;
    } else if (last && !cards.length && next === pattern && line.what === last.what) {
      last.times += 1;
    } else {
      told.push({ what: line.what, words: line.words, times: 1 });
      pattern = next;
    }
  }
  return told;
}
