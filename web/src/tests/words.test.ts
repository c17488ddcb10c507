import { expect, test } from "vitest";
import { de } from "../words/de";
import { en } from "../words/en";
import { fr } from "../words/fr";

function shape(words: object): string[] {
  return Object.entries(words).flatMap(([name, said]) =>
    (said !== null && typeof said === "object" && !Array.isArray(said) ? shape(said as object).map((inner) => `${name}.${inner}`) : [name])).sort();
}

test("every language says everything, and none of it is empty", () => {
  for (const words of [de, fr]) {
    expect(shape(words)).toEqual(shape(en));
    for (const said of Object.values(words)) if (typeof said === "string") expect(said.trim()).not.toBe("");
    expect(words.keysList.length).toBe(en.keysList.length);
    expect(words.handList.length).toBe(en.handList.length);
    expect(words.phrases.length).toBe(en.phrases.length);
  }
});
