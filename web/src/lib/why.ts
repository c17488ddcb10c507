// Why a card cannot be chosen now: the reason of the server, or that something else is asked for.
import { m } from "../words";
import { cardSeen, printed } from "./cards";
import { place, whereIs } from "./places";
import type { Play } from "./play.svelte";

/** Nothing if the card can be chosen, or if it is not one that somebody would try to choose. */
export function whyNot(play: Play, back: number): string {
  const { room, question } = play;
  const seen = room.seen;
  if (!question || !seen || !play.withCards.length || play.named.has(back)) return "";
  const at = whereIs(seen, back);
  if (!play.dimmed.has(back) && at?.side !== seen.side) return "";
  const card = cardSeen(seen, back);
  const [word = "", ...numbers] = question.why?.[back] ?? [];
  const words = (m.why as unknown as Record<string, string | ((name: string, ...numbers: unknown[]) => string)>)[word];
  const name = room.prints[printed(card.code)]?.concept ?? (card.code || m.faceDown);
  const said = typeof words === "function" ? words(name, ...numbers) : words;
  return said || elsewhere(play, at?.name ?? "") || m.notNow;
}

/** What is asked lies in other places than the card. */
function elsewhere(play: Play, at: string): string {
  const seen = play.room.seen!;
  const asked = Object.keys(seen.places).filter((name) => seen.places[name]!.some((back) => play.named.has(back)));
  if (!at || asked.includes(at)) return "";
  const names = asked.map((name) => place(seen, name)).map(({ kind, side }) =>
    side === seen.side ? m.yourPlace(m.place(kind)) : side < 0 ? m.place(kind) : m.placeOf(m.place(kind), play.room.sideName(side)));
  return m.whyElsewhere([...new Set(names)].slice(0, 4));
}
