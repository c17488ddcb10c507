// Cards fly from where they were to where they are. A card whose face is known is followed by its face, since in a hand
// the backs say nothing; any other by its back; and one that lay in a pile comes out of that pile.
import type { Line } from "../wire";
import { isStill } from "./settings.svelte";

export interface Before {
  byCode: Map<string, DOMRect>;
  byBack: Map<string, DOMRect>;
  places: Map<string, DOMRect>;
  drawn: Map<string, HTMLElement>; // by code or back: a copy of what it looked like
}

const GAP = 45; // milliseconds from one card to the next
const OUTLINE = 600;
const EASE = "cubic-bezier(.45, .05, .2, 1)";

function cards(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>("[data-table] [data-back]")];
}

function places(): Map<string, DOMRect> {
  const found = new Map<string, DOMRect>();
  for (const element of document.querySelectorAll<HTMLElement>("[data-place]")) {
    for (const name of (element.dataset["place"] ?? "").split("|")) {
      if (!found.has(name)) found.set(name, element.getBoundingClientRect());
    }
  }
  return found;
}

/** Where everything is now. */
export function remember(): Before {
  const before: Before = { byCode: new Map(), byBack: new Map(), places: places(), drawn: new Map() };
  for (const element of cards()) {
    const { back = "", code = "" } = element.dataset;
    const rect = element.getBoundingClientRect();
    if (code) before.byCode.set(code, rect);
    else before.byBack.set(back, rect);
    before.drawn.set(code || back, element);
  }
  return before;
}

/** Let everything come from where it was. */
export function flights(before: Before, lines: Line[], time: number): void {
  const moves = lines.filter((line) => line.what === "move");
  if (isStill()) {
    if (moves.length) outline(moves);
    return;
  }
  if (!time) return;
  const here = new Set<string>();
  const now = places();
  let order = 0;
  for (const element of cards()) {
    const { back = "", code = "" } = element.dataset;
    here.add(code || back);
    const move = moves.find((line) => (code && line.card === code) || String(line.back ?? -1) === back);
    const old = (code ? before.byCode.get(code) : before.byBack.get(back))
      ?? (move ? before.byBack.get(back) ?? before.places.get(move.source ?? "") : undefined);
    if (!old) continue;
    fly(element, old, element.getBoundingClientRect(), time, move ? GAP * order : 0);
    if (move) order += 1;
  }
  for (const move of moves) {
    const key = move.card && before.byCode.has(move.card) ? move.card : String(move.back ?? -1);
    const old = before.byCode.get(key) ?? before.byBack.get(key);
    const target = now.get(move.target ?? "");
    const drawn = before.drawn.get(key);
    if (old && target && drawn && !here.has(key)) ghost(drawn, old, target, time);
  }
}

function fly(element: HTMLElement, from: DOMRect, to: DOMRect, time: number, delay: number): void {
  const x = from.left + from.width / 2 - (to.left + to.width / 2);
  const y = from.top + from.height / 2 - (to.top + to.height / 2);
  if (Math.abs(x) < 2 && Math.abs(y) < 2) return;
  const scale = to.width ? Math.min(3, from.width / to.width) : 1;
  element.style.zIndex = "40";
  const moving = element.animate(
    [{ transform: `translate(${x}px, ${y}px) scale(${scale})` }, { transform: "none" }],
    { duration: time, delay, easing: EASE, fill: "backwards" },
  );
  moving.onfinish = moving.oncancel = () => element.style.removeProperty("z-index");
}

/** A card that vanishes into a pile is seen on its way there. */
function ghost(drawn: HTMLElement, from: DOMRect, to: DOMRect, time: number): void {
  const copy = drawn.cloneNode(true) as HTMLElement;
  copy.removeAttribute("data-back");
  copy.setAttribute("aria-hidden", "true");
  Object.assign(copy.style, {
    position: "fixed", left: `${from.left}px`, top: `${from.top}px`, margin: "0", zIndex: "60", pointerEvents: "none",
  });
  copy.style.setProperty("--w", `${from.width}px`);
  document.body.append(copy);
  const x = to.left + to.width / 2 - (from.left + from.width / 2);
  const y = to.top + to.height / 2 - (from.top + from.height / 2);
  const scale = from.width ? Math.min(1.2, Math.max(0.3, Math.min(to.width, to.height) / from.width)) : 1;
  const moving = copy.animate(
    [{ transform: "none" }, { transform: `translate(${x}px, ${y}px) scale(${scale})`, opacity: 1, offset: 0.85 },
      { transform: `translate(${x}px, ${y}px) scale(${scale})`, opacity: 0 }],
    { duration: time * 1.2, easing: EASE, fill: "forwards" },
  );
  moving.onfinish = moving.oncancel = () => copy.remove();
}

/** For who wants nothing to move: where a card was and where it is are outlined, one after the other. */
function outline(moves: Line[]): void {
  for (const move of moves) {
    for (const [at, name] of [move.source, move.target].entries()) {
      const element = document.querySelector<HTMLElement>(`[data-place="${CSS.escape(name ?? "")}"]`);
      setTimeout(() => element?.classList.add("outlined"), at * OUTLINE);
      setTimeout(() => element?.classList.remove("outlined"), (at + 1) * OUTLINE);
    }
  }
}
