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

test("what is said is said right in German and French, too", () => {
  expect(["hand", "deck", "venture A", "committed"].map((kind) => de.yourPlace(de.place(kind)))).toEqual(
    ["Deine Hand", "Dein Stapel", "Dein Unternehmen A", "Verdeckt gelegt (du)"]);
  expect([0, 1, 2].map(fr.cards)).toEqual(["0 carte", "1 carte", "2 cartes"]);
  expect([0, 1, 2].map(de.cards)).toEqual(["0 Karten", "1 Karte", "2 Karten"]);
});
