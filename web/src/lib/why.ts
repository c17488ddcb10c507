// Why a card cannot be chosen now: in a sentence, as far as the table shows the reason.
import { m } from "../words";
import { type CardSeen, cardSeen, type Print, printed } from "./cards";
import { backs, place, type Place, whereIs } from "./places";
import type { Play } from "./play.svelte";

const SEARCHING = ["9K", "6T", "11T"]; // what the Hacker may not use
const HACKER = 0;
const PER_FACTORY = 3; // what a factory card pays if it does not match

interface Case {
  play: Play;
  card: CardSeen;
  name: string;
  at: Place | undefined;
  print: Print | undefined;
}

/** Nothing if the card can be chosen, or if it is not one that somebody would try to choose. */
export function whyNot(play: Play, back: number): string {
  const { room, question } = play;
  const seen = room.seen;
  if (!question || !seen || !play.withCards.length || play.named.has(back)) return "";
  const at = whereIs(seen, back);
  if (!play.dimmed.has(back) && at?.side !== seen.side) return "";
  const card = cardSeen(seen, back);
  const print = room.prints[printed(card.code)];
  const name = print?.concept ?? (card.code || m.faceDown);
  const one: Case = { play, card, name, at, print };
  const verb = question.verb.startsWith("use") ? "use" : question.verb;
  return (card.code ? REASONS[`${room.shown?.game} ${verb}`]?.(one) || REASONS[verb]?.(one) : "") || elsewhere(one) || m.notNow;
}

/** What is asked lies in other places than the card. */
function elsewhere({ play, at }: Case): string {
  const seen = play.room.seen!;
  const asked = Object.keys(seen.places).filter((name) => seen.places[name]!.some((back) => play.named.has(back)));
  if (!at || asked.includes(at.name)) return "";
  const names = asked.map((name) => place(seen, name)).map(({ kind, side }) =>
    side === seen.side ? m.yourPlace(m.place(kind)) : side < 0 ? m.place(kind) : m.placeOf(m.place(kind), play.room.sideName(side)));
  return m.why.elsewhere([...new Set(names)].slice(0, 4));
}

const isLying = (card: CardSeen): boolean => (card.marks["facing"] ?? 0) % 2 === 1;

const REASONS: Record<string, (one: Case) => string> = {
  use: ({ card, name }) => (card.used ? m.why.used(name) : card.letter === "W" ? m.why.noEffect : ""),
  "cyber defense use": ({ play, card }) =>
    play.room.seen!.side === HACKER && SEARCHING.includes(printed(card.code)) && !card.used ? m.why.noSearch : "",
  "peer to peer use": ({ card, name, at, print }) => {
    if (card.used || !print?.timing) return "";
    if (at?.kind === "hand" && print.mark === "venture") return m.why.onlyInVenture(name);
    if (at?.kind.startsWith("venture") && print.mark === "group") return m.why.onlyInHand(name);
    return m.why.timing(name, print.timing);
  },
  "gears of industry build": ({ card }) => (card.letter === "T" ? "" : m.why.onlyTechnology),
  "gears of industry enter": ({ play, card, name, at }) => {
    if (at?.kind !== "hand") return "";
    if (card.letter === "T") return m.why.noTechnology;
    const seen = play.room.seen!;
    const lying = backs(seen, "factory", seen.side).filter((back) => isLying(cardSeen(seen, back)));
    return m.why.cannotPay(name, card.value, Math.ceil(card.value / PER_FACTORY), lying.length);
  },
  "gears of industry boost": ({ card, name, at }) => {
    if (at?.kind !== "factory") return "";
    return isLying(card) ? m.why.liesDown(name) : card.marks["paid"] ? m.why.hasPaid(name) : card.marks["boosted"] ? m.why.hasBoosted(name) : "";
  },
  "gears of industry rotate": ({ card, name, at }) => (at?.kind === "factory" && isLying(card) ? m.why.onlyStanding(name) : ""),
  "grid poker clear": ({ at }) => (at?.kind === "market" ? m.why.otherLine : ""),
  "tech exchange reply": ({ name, at }) => (at?.kind === "hand" ? m.why.fitsNot(name) : ""),
};
