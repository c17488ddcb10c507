// What a person prefers, remembered by the browser.
export type Theme = "system" | "light" | "dark";
export type Speed = "calm" | "normal" | "quick" | "none";

interface Settings {
  name: string;
  theme: Theme;
  speed: Speed;
  asText: boolean;
  letterKeys: boolean;
  suits: boolean; // whether cards show the traditional signs
  language: string;
  sound: boolean;
  volume: number; // from 0 to 1
}

const KEY = "techdeck";
const PLAIN: Settings = { name: "", theme: "system", speed: "normal", asText: false, letterKeys: true, suits: true, language: "", sound: false, volume: 0.5 };

/** What the browser keeps under a name, or else what is usual. */
export function kept<T>(name: string, usual: T): T {
  try {
    return { ...usual, ...(JSON.parse(localStorage.getItem(name) ?? "{}") as Partial<T>) };
  } catch {
    return { ...usual };
  }
}

export function keepIn(name: string, what: unknown): void {
  try {
    localStorage.setItem(name, JSON.stringify(what));
  } catch {
    // A browser that keeps nothing still plays.
  }
}

export const settings: Settings = $state(kept(KEY, PLAIN));

export function keep(changes: Partial<Settings>): void {
  Object.assign(settings, changes);
  keepIn(KEY, settings);
  showTheme();
}

export function showTheme(): void {
  const root = document.documentElement;
  root.classList.toggle("light", settings.theme === "light");
  root.classList.toggle("dark", settings.theme === "dark");
}

const FACTOR: Record<Speed, number> = { calm: 1.7, normal: 1, quick: 0.5, none: 0 };

/** How long something moves, in milliseconds; none at all for who wants no movement. */
export function duration(plain: number): number {
  return isStill() ? 0 : plain * FACTOR[settings.speed];
}

export function isStill(): boolean {
  return settings.speed === "none" || Boolean(globalThis.matchMedia?.("(prefers-reduced-motion: reduce)").matches);
}
