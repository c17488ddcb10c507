// Why a hint is a good idea: what the choice would make, as far as the table shows it.
import { handAt, LINES, pokerCards } from "../tables/gridPoker";
import { candidates, FRONTS, NAMES } from "../tables/cyberDefense";
import { meter } from "../tables/peerToPeer";
import { afterGift, aidOf } from "../tables/techExchange";
import { m } from "../words";
import { backsNamed, printed, read } from "./cards";
import { backs, present } from "./places";
import type { Play } from "./play.svelte";
import { bestHand, points } from "./poker";

interface Case {
  play: Play;
  choice: string;
  cards: number[]; // the backs that the choice names
}

/** A true reason, or nothing: that it was found best is no reason. */
export function because(play: Play, choice: string): string {
  if (!play.question || !play.room.seen) return "";
  const found = play.choices.find(({ option }) => option.choice === choice);
  const one: Case = { play, choice, cards: found?.cards ?? backsNamed(choice, play.room.seen) };
  const verb = play.question.verb.split(" ")[0] ?? "";
  return REASONS[`${play.room.shown?.game} ${verb}`]?.(one) || REASONS[verb]?.(one) || "";
}

function ofHand(hand: ReturnType<typeof bestHand>, isScored: boolean): string {
  return hand ? m.because.makes(m.hand(hand), isScored ? m.points(points(hand)) : "") : "";
}

/** What a trade would make of the hand, if it can be worth more then. */
function ofTrade({ play }: Case, [, most]: number[]): string {
  const now = aidOf(play.room.seen!).worth;
  return most !== undefined && most > now ? m.because.worth(now, most) : "";
}

const REASONS: Record<string, (one: Case) => string> = {
  use: ({ play, cards }) => {
    const print = play.room.prints[printed(play.room.seen!.faces[cards[0] ?? -1] ?? "")];
    return print?.text ? m.because.effect(print.text) : "";
  },
  "grid poker commit": ({ play, choice, cards }) => {
    const line = choice.split(" ").find((word) => word in LINES) ?? "";
    return ofHand(handAt(play.room, line, cards), true);
  },
  "grid poker place": ({ play, choice }) =>
    (choice in LINES ? ofHand(handAt(play.room, choice, backs(play.room.seen!, "company", play.room.seen!.side)), true) : ""),
  "cyber defense guess": ({ play, choice }) => {
    const [value = "", digit = ""] = choice.split("@");
    const cards = candidates(play.room, Number(digit));
    return cards ? m.because.guess(cards.filter((code) => code === value || code.slice(0, -1) === value).length) : m.because.noted;
  },
  "cyber defense develop": ({ choice }) => m.frontRule[FRONTS.find((front) => choice.includes(NAMES[front]!)) ?? ""] ?? "",
  "gears of industry enter": ({ play, choice, cards }) => {
    const seen = play.room.seen!;
    const market = /M[12]/.exec(choice)?.[0] ?? "";
    const list = [...backs(seen, market, seen.side), ...present(backs(seen, `neutral ${market}`)), ...cards];
    return market ? ofHand(bestHand(pokerCards(play.room, list).slice(0, 7), play.room.shown?.options["five_of_a_kind"] === true), false) : "";
  },
  "gears of industry build": () => m.because.factory,
  "tech exchange trade": (one) => {
    const offer = /^offer (\S+) as .+ for (.+)$/.exec(one.choice);
    if (!offer) return REASONS["tech exchange reply"]!(one);
    const given = one.cards.find((back) => one.play.room.seen!.faces[back] === offer[1]);
    return given === undefined || offer[2]!.includes(" ") ? "" : ofTrade(one, afterGift(one.play.room.seen!, given, offer[2]!));
  },
  "tech exchange reply": (one) => {
    const way = aidOf(one.play.room.seen!).offers.flatMap((offer) => offer.ways).find(({ choice }) => choice === one.choice);
    return way ? ofTrade(one, way.worth) : "";
  },
  "peer to peer commit": ({ play, cards }) => {
    const customer = backs(play.room.seen!, "row").find((back) => meter(play.room, back, cards)?.fits);
    const code = customer === undefined ? "" : play.room.seen!.faces[customer] ?? "";
    return code ? m.because.serves(code, read(code).value) : "";
  },
};
