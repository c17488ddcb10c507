// What a person prefers, remembered by the browser.
export type Theme = "system" | "light" | "dark";
export type Speed = "calm" | "normal" | "quick" | "none";

interface Settings {
  name: string;
  theme: Theme;
  speed: Speed;
  asText: boolean;
  letterKeys: boolean;
  language: string;
}

const KEY = "techdeck";
const PLAIN: Settings = { name: "", theme: "system", speed: "normal", asText: false, letterKeys: true, language: "" };

function stored(): Settings {
  try {
    return { ...PLAIN, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Settings>) };
  } catch {
    return { ...PLAIN };
  }
}

export const settings: Settings = $state(stored());

export function keep(changes: Partial<Settings>): void {
  Object.assign(settings, changes);
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // A browser that keeps nothing still plays.
  }
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
