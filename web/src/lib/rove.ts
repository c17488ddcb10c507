// In a group of cards the arrow keys move the focus, and Tab goes on to the next group.
const STEPS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
};

export function rove(group: HTMLElement): { destroy(): void } {
  const stops = (): HTMLElement[] => [...group.querySelectorAll<HTMLElement>("button.card, button[data-stop]:not(:disabled)")];

  function settle(): void {
    const all = stops();
    if (!all.length) return;
    const current = all.find((stop) => stop === document.activeElement) ?? all.find((stop) => stop.tabIndex === 0) ?? all[0];
    for (const stop of all) {
      const index = stop === current ? 0 : -1;
      if (stop.tabIndex !== index) stop.tabIndex = index;
    }
  }

  function onkeydown(event: KeyboardEvent): void {
    const step = STEPS[event.key];
    const here = document.activeElement;
    if (!step || !(here instanceof HTMLElement) || !group.contains(here)) return;
    const next = nearest(here, stops(), step);
    if (!next) return;
    event.preventDefault();
    event.stopPropagation();
    next.focus();
    settle();
  }

  const watch = new MutationObserver(settle);
  watch.observe(group, { childList: true, subtree: true, attributeFilter: ["disabled"] });
  group.addEventListener("keydown", onkeydown);
  group.addEventListener("focusin", settle);
  settle();
  return {
    destroy() {
      watch.disconnect();
      group.removeEventListener("keydown", onkeydown);
      group.removeEventListener("focusin", settle);
    },
  };
}

/** The next stop in a direction: near, and rather straight ahead. */
function nearest(from: HTMLElement, all: HTMLElement[], [x, y]: [number, number]): HTMLElement | null {
  const start = centre(from);
  let best: HTMLElement | null = null;
  let least = Infinity;
  for (const stop of all) {
    const end = centre(stop);
    const ahead = (end.x - start.x) * x + (end.y - start.y) * y;
    const aside = Math.abs((end.x - start.x) * y) + Math.abs((end.y - start.y) * x);
    if (ahead > 4 && ahead + 3 * aside < least) {
      least = ahead + 3 * aside;
      best = stop;
    }
  }
  return best;
}

function centre(element: HTMLElement): { x: number; y: number } {
  const rect = element.getBoundingClientRect();
  return { x: rect.left + rect.width / 2, y: rect.top + rect.height / 2 };
}
