// How a new table begins.
import { expect, test } from "vitest";
import type { GameInfo } from "../lib/api";
import { usual } from "../lib/quick";

const game: GameInfo = {
  name: "tech exchange", title: "Tech Exchange", about: "", seats: [2, 3], levels: ["casual"], has_lesson: true, presets: [],
  options: [
    { name: "form", default: "turn", usual: "live", kind: "choice", choices: ["turn", "live"], words: "", clause: "TX-V40" },
    { name: "talk", default: "free", kind: "choice", choices: ["free", "none"], words: "", clause: "TX-V29" },
  ],
};

test("trading is live where everybody has a device, and in turns on one device", () => {
  expect(usual(game)).toEqual({ form: "live" });
  expect(usual(game, true)).toEqual({});
});
