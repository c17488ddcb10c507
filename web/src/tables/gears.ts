// What Gears of Industry adds to the shell: a deck is brought first, and markets are said in words.
import { printed } from "../lib/cards";
import type { Choice, Play } from "../lib/play.svelte";
import { m } from "../words";
import type { Prompt } from "./kinds";

/** How a factory can lie, as the server calls it, by quarters turned. */
export const FACINGS = ["upright", "right", "upside-down", "left"] as const;

export function gearsSaying(choice: string): string {
  if (choice === "pooled") return m.giPooled;
  if (/^[a-z_]+$/.test(choice)) return choice.replaceAll("_", " ");
  const matched = /^matched by (\S+)$/.exec(choice);
  if (matched) return m.giMatched(matched[1]!);
  const built = /^(\S+) (upright|right)$/.exec(choice);
  if (built) return built[2] === "right" ? m.giToPay(built[1]!) : m.giToBoost(built[1]!);
  return choice.replace(/ M([12])(?: for (\S+))?$/, (_, market: string, old: string | undefined) => {
    const there = m.toMarket(Number(market));
    return ` ${old ? m.giInstead(there, old) : there}`;
  }).replace(/(?<=\d[KSTV]'* )(upside-down|left)$/, (facing) => m.facing[facing as (typeof FACINGS)[number]]);
}

/** Which deck is brought is chosen on the table, and lies in the aim. */
export function isBringing(play: Play): boolean {
  return play.question?.verb === "bring";
}

export function gearsMain(play: Play): Choice | null | undefined {
  if (!isBringing(play)) return undefined;
  return play.aim ? { option: { choice: play.aim }, cards: [], words: "" } : null;
}

export function gearsPrompt(play: Play): Prompt | null {
  const { question, room } = play;
  if (isBringing(play)) {
    return { before: room.shown?.options["deck_source"] === "preset" ? m.giBringNamed : m.giBring, main: m.bringDeck };
  }
  if (question?.verb === "pay") {
    return { before: m.giPayFor, mark: room.seen?.faces[question.about ?? -1] ?? "", after: "?" };
  }
  if (question?.verb === "build") return { before: m.giBuild, sub: m.giBuildMore };
  if (question?.verb === "boost") return { before: m.giBoost };
  if (question?.verb === "use") return { before: m.giUse, sub: [m.giUseMore, repeated(play)].filter(Boolean).join(" ") };
  return null;
}

/** What the card that repeats the last effect of another player would do, where it can be used. */
function repeated({ question, room }: Play): string {
  const code = question?.options.map((option) => option.choice).find((choice) => printed(choice) === "9S");
  if (!code) return "";
  const last = room.seen?.aid["repeats"];
  return typeof last === "string" ? m.giRepeats(code, `${last} ${room.prints[last]?.concept ?? ""}`) : m.giNothingToRepeat(code);
}
