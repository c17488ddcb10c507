import { expect, test } from "vitest";
import { de } from "../words/de";
import { en } from "../words/en";
import { fr } from "../words/fr";

function shape(words: object): string[] {
  return Object.entries(words).flatMap(([name, said]) =>
    (said !== null && typeof said === "object" && !Array.isArray(said) ? shape(said as object).map((inner) => `${name}.${inner}`) : [name])).sort();
}

/** Every text that stands there as it is. */
function texts(words: unknown): string[] {
  if (typeof words === "string") return [words];
  return words !== null && typeof words === "object" ? Object.values(words).flatMap(texts) : [];
}

test("every language says everything, and none of it is empty", () => {
  for (const words of [de, fr]) {
    expect(shape(words)).toEqual(shape(en));
    expect(texts(words).length).toBe(texts(en).length);
    for (const said of texts(words)) expect(said.trim()).not.toBe("");
    expect(words.keysList.length).toBe(en.keysList.length);
    expect(words.handList.length).toBe(en.handList.length);
    expect(words.phrases.length).toBe(en.phrases.length);
  }
});

test("what is said is said right in German and French, too", () => {
  expect(["hand", "deck", "venture A", "committed"].map((kind) => de.yourPlace(de.place(kind)))).toEqual(
    ["Deine Hand", "Dein Stapel", "Dein Unternehmen A", "Verdeckt gelegt (du)"]);
  expect(["hand", "deck", "venture A"].map((kind) => fr.yourPlace(fr.place(kind)))).toEqual(["À vous : main", "À vous : pioche", "À vous : projet A"]);
  expect([0, 1, 2].map(fr.cards)).toEqual(["0 carte", "1 carte", "2 cartes"]);
  expect([0, 1, 2].map(de.cards)).toEqual(["0 Karten", "1 Karte", "2 Karten"]);
});
