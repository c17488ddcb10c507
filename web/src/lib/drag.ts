// Dragging a card is another way to pick it and its target: dropping chooses, a button confirms.
import type { Play } from "./play.svelte";

interface Draggable {
  play: Play;
  back: number;
  can: boolean;
}

const FROM = 8; // pixels of movement that begin a drag

export function drag(element: HTMLElement, given: Draggable): { update(now: Draggable): void; destroy(): void } {
  let { play, back, can } = given;
  let start: { x: number; y: number } | null = null;
  let copy: HTMLElement | null = null;
  let target: Element | null = null;

  function down(event: PointerEvent): void {
    if (can && event.isPrimary && event.button === 0) {
      start = { x: event.clientX, y: event.clientY };
      addEventListener("pointermove", move, { passive: false });
      addEventListener("pointerup", up);
      addEventListener("pointercancel", stop);
    }
  }

  function move(event: PointerEvent): void {
    if (!start) return;
    const x = event.clientX - start.x;
    const y = event.clientY - start.y;
    if (!copy) {
      // A finger that moves sideways scrolls the hand; only one that moves up takes the card along.
      if (Math.hypot(x, y) < FROM || (event.pointerType !== "mouse" && -y < Math.abs(x))) return;
      begin();
    }
    event.preventDefault();
    copy!.style.transform = `translate(${x}px, ${y}px) rotate(${Math.max(-8, Math.min(8, x / 30))}deg)`;
    const under = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-drop]") ?? null;
    if (under !== target) {
      target?.classList.remove("over");
      target = under && !under.contains(element) ? under : null;
      target?.classList.add("over");
    }
  }

  function begin(): void {
    if (!play.picked.includes(back)) play.toggle(back);
    const rect = element.getBoundingClientRect();
    copy = element.cloneNode(true) as HTMLElement;
    for (const inner of copy.querySelectorAll("[data-back]")) inner.removeAttribute("data-back");
    Object.assign(copy.style, {
      position: "fixed", left: `${rect.left}px`, top: `${rect.top}px`, zIndex: "80", pointerEvents: "none",
      filter: "drop-shadow(0 14px 18px rgba(0,0,0,.3))",
    });
    copy.style.setProperty("--w", `${rect.width}px`);
    document.body.append(copy);
    element.style.opacity = ".35";
  }

  function up(): void {
    const drop = target?.getAttribute("data-drop") ?? "";
    const wasDragging = copy !== null;
    stop();
    if (!wasDragging) return;
    // The click that follows a drag must not put the card down again.
    addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => removeEventListener("click", swallow, { capture: true }), 50);
    if (/^\d+$/.test(drop)) {
      if (!play.picked.includes(Number(drop))) play.toggle(Number(drop));
    } else if (drop) {
      if (play.aim !== drop) play.aimAt(drop);
    }
  }

  function stop(): void {
    removeEventListener("pointermove", move);
    removeEventListener("pointerup", up);
    removeEventListener("pointercancel", stop);
    target?.classList.remove("over");
    copy?.remove();
    element.style.opacity = "";
    start = copy = target = null;
  }

  element.addEventListener("pointerdown", down);
  return {
    update(now) {
      ({ play, back, can } = now);
    },
    destroy() {
      stop();
      element.removeEventListener("pointerdown", down);
    },
  };
}

function swallow(event: Event): void {
  event.stopPropagation();
  event.preventDefault();
}
