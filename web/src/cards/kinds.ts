// What kind of thing an effect does, for cards too small to print its text: by the glyph, the codes.
const BY_GLYPH: Record<string, string> = {
  layers: "1K 2K 3K 4K 5K 6K 7K 12K 6S 7S 8T 4V 5V 8V 9V 12V 13V",
  eye: "5K 6K 11K 13K 7S 8T",
  search: "9K 6T 11T",
  "arrow-left-right": "8K 10K 11K 3S 11S 9T 1V 3V 6V 7V 10V",
  replace: "10S 13S",
  "arrow-up-down": "1S 4S 5S 8S 12S 2T 5T 8T",
  paintbrush: "2S",
  copy: "9S 1T 3T 4T 7T 10T 12T 13T 2V",
  users: "2K 10K 10T 1V 3V 4V 5V 8V 9V 10V 12V 13V",
  shield: "11V",
  sparkles: "W1 W2",
};

export const KINDS: Record<string, string[]> = {};
for (const [glyph, codes] of Object.entries(BY_GLYPH)) {
  for (const code of codes.split(" ")) (KINDS[code] ??= []).push(glyph);
}

/** The marks of the Peer-to-Peer edition in place of the kinds. */
export function marksOf(mark: string | undefined): string[] {
  if (mark === "both") return ["store", "hand"];
  return mark === "venture" ? ["store"] : mark === "group" ? ["hand"] : [];
}

// Long names are hyphenated by hand.
const SOFT: [string, string][] = [
  ["Nanotechnology", "Nano\u00adtechnology"], ["Supercomputers", "Super\u00adcomputers"],
  ["Cybersecurity", "Cyber\u00adsecurity"], ["Crowdfunding", "Crowd\u00adfunding"],
  ["Neuroscience", "Neuro\u00adscience"], ["Telemedicine", "Tele\u00admedicine"],
  ["E-Government", "E-Govern\u00adment"], ["Autonomous", "Auto\u00adnomous"],
];

export function hyphenated(name: string): string {
  for (const [plain, soft] of SOFT) if (name.includes(plain)) return name.replace(plain, soft);
  return name;
}
