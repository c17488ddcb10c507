// What a person has chosen so far, and what that can become. Taps, keys and drags all go through here.
import type { Option, Question, Seen } from "../wire";
import { m } from "../words";
import { backsNamed } from "./cards";
import { Guard, SETTLING } from "./guard";
import { isFloor, type Room } from "./room.svelte";

export interface Choice {
  option: Option;
  cards: number[];
  words: string; // what is left of the choice without its cards: R2, for, pass
}

export class Play {
  picked: number[] = $state([]); // backs, in the order they were picked
  aim = $state(""); // a word that a table lets one choose apart from the cards, such as a line
  hinted: string = $state("");
  free = $state(0); // so many cards may be picked together, whatever is listed: the table puts them into a sentence
  isSettling = $state(false); // another question has just appeared
  readonly guard: Guard = new Guard();
  #turn = $state("");
  #last: Question | null = null; // that was shown
  #settled: ReturnType<typeof setTimeout> | undefined;

  /** A table may know better what Enter does; where it says nothing, what is picked decides. */
  constructor(readonly room: Room, private readonly mainOf?: (play: Play) => Choice | null | undefined) {}

  question: Question | null = $derived.by(() => this.room.question);
  choices: Choice[] = $derived.by(() => this.#read(this.question, this.room.seen));

  /** A new question: nothing is chosen yet. */
  fresh(): void {
    const question = this.question;
    const number = isFloor(question, this.room) ? this.room.seen?.phase : question?.turn;
    const turn = question ? `${question.seat} ${number} ${question.verb}` : "";
    if (turn === this.#turn) {
      // What lies elsewhere now cannot stay picked.
      const left = this.picked.filter((back) => this.can(back) || this.isAny);
      if (left.length !== this.picked.length) this.picked = left;
      return;
    }
    if (question && this.#last) this.#settle(this.#last);
    if (question) this.#last = question;
    this.#turn = turn;
    this.clear();
  }

  #settle(last: Question): void {
    this.guard.changed(this.room.hasAnswered(last));
    this.isSettling = true;
    clearTimeout(this.#settled);
    this.#settled = setTimeout(() => (this.isSettling = false), SETTLING);
  }

  clear(): void {
    this.picked = [];
    this.aim = "";
    this.hinted = "";
  }

  #read(question: Question | null, seen: Seen | null): Choice[] {
    if (!question || !seen) return [];
    return question.options.map((option) => {
      // A deck list names many cards, none of which is picked one by one.
      const cards = option.cards?.length ? option.cards : option.choice.startsWith("deck ") ? [] : backsNamed(option.choice, seen);
      const codes = new Set(cards.map((back) => seen.faces[back]));
      const words = option.choice.split(/\s+/).filter((word) => !codes.has(word)).join(" ");
      return { option, cards, words };
    });
  }

  /** Choices without cards: pass, yes, Knowledge. */
  plain: Choice[] = $derived.by(() => this.choices.filter((choice) => !choice.cards.length));
  withCards: Choice[] = $derived.by(() => this.choices.filter((choice) => choice.cards.length));

  /** Whether any of the cards may be chosen together, listed or not. */
  isAny: boolean = $derived.by(() => Boolean(this.question?.is_open) && this.withCards.length > 0
    && this.withCards.every((choice) => !choice.words || choice.words === "all"));

  /** The cards that can be chosen now, first or next. */
  pickable: Set<number> = $derived.by(() => {
    const found = new Set<number>();
    const fitting = this.withCards.filter((choice) => this.#fits(choice));
    const isFull = this.picked.length >= Math.max(0, ...this.withCards.map((choice) => choice.cards.length));
    if (this.free || (this.isAny && !isFull)) return this.named;
    for (const choice of fitting) for (const back of choice.cards) found.add(back);
    return found;
  });

  /** Whether so many cards can be chosen together. Where one card and all of them are listed, so are those between. */
  #isNumber(number: number): boolean {
    const numbers = new Set(this.withCards.map((choice) => choice.cards.length));
    return numbers.has(number) || (numbers.has(1) && numbers.has(this.named.size));
  }

  #fits(choice: Choice): boolean {
    return this.picked.every((back) => choice.cards.includes(back)) && (!this.aim || this.#hasAim(choice));
  }

  #hasAim(choice: Choice): boolean {
    return choice.words.split(" ").includes(this.aim);
  }

  /** Words that can be aimed at: places and lines that the choices name beside their cards. */
  aims: Set<string> = $derived.by(() => {
    const found = new Set<string>();
    for (const choice of this.withCards) {
      if (this.picked.every((back) => choice.cards.includes(back))) for (const word of choice.words.split(" ")) found.add(word);
    }
    for (const choice of this.plain) found.add(choice.option.choice);
    return found;
  });

  /** Aim at something, or at nothing again. */
  aimAt(word: string): void {
    if (this.aims.has(word)) this.aim = this.aim === word ? "" : word;
  }

  /** All cards that the question names, or means: of many sets of one size only the first and the last are listed. */
  named: Set<number> = $derived.by(() => {
    const found = new Set(this.withCards.flatMap((choice) => choice.cards));
    const [first, last] = this.withCards;
    if (!this.isAny || this.withCards.length !== 2 || first!.cards.length < 2 || first!.cards.length !== last!.cards.length) return found;
    const around = Object.values(this.room.seen?.places ?? {}).find((list) => [...found].every((back) => list.includes(back)));
    return new Set(around?.filter((back) => back >= 0) ?? found);
  });

  /** Cards beside those that can be chosen: they are shown as not possible now. Cards elsewhere are left in peace. */
  dimmed: Set<number> = $derived.by(() => {
    const found = new Set<number>();
    if (!this.named.size) return found;
    for (const list of Object.values(this.room.seen?.places ?? {})) {
      if (list.some((back) => this.named.has(back))) for (const back of list) if (!this.named.has(back)) found.add(back);
    }
    return found;
  });

  /** Choices with a card that lies nowhere on the table: nobody can point at it. */
  lost: Choice[] = $derived.by(() => {
    const lying = new Set(Object.values(this.room.seen?.places ?? {}).flat());
    return this.withCards.filter((choice) => choice.cards.some((back) => !lying.has(back)));
  });

  can(back: number): boolean {
    return this.named.has(back);
  }

  /** What would be done with what is picked: one thing, several that differ in words, or nothing yet. */
  ready: Choice[] = $derived.by(() => {
    if (!this.picked.length) return [];
    const exact = this.withCards.filter((choice) => choice.cards.length === this.picked.length && this.#fits(choice));
    if (exact.length || !this.isAny || !this.#isNumber(this.picked.length)) return exact;
    const seen = this.room.seen;
    if (!seen) return [];
    const choice = this.picked.map((back) => seen.faces[back] ?? "").join(" ");
    return [{ option: { choice }, cards: this.picked.slice(), words: "" }];
  });

  toggle(back: number): void {
    this.room.refuse("");
    if (this.picked.includes(back)) {
      this.picked = this.picked.filter((other) => other !== back);
    } else if (this.free && this.named.has(back)) {
      this.picked = [...this.picked.slice(0, this.free - 1), back];
    } else if (this.pickable.has(back)) {
      this.picked = [...this.picked, back];
    } else if (this.named.has(back)) {
      // It does not go with what is picked: start anew with it, or put it in the place of the last one.
      const last = [...this.picked.slice(0, -1), back];
      const fits = this.isAny || this.withCards.some((choice) => last.every((other) => choice.cards.includes(other)));
      this.picked = fits ? last : [back];
    }
  }

  /** The one thing that pressing Enter does, or nothing. */
  main: Choice | null = $derived.by(() => {
    const own = this.mainOf?.(this);
    if (own !== undefined) return own;
    return this.ready.length === 1 ? this.ready[0]! : null;
  });

  pass: Choice | null = $derived.by(() => this.plain.find((choice) => choice.option.choice === "pass") ?? null);
  /** To pass here, and wherever the same would be asked, until something changes. */
  passOn: Choice | null = $derived.by(() => this.plain.find((choice) => choice.option.choice === "pass until something changes") ?? null);

  async send(choice: string): Promise<void> {
    if (this.room.isAnswered || this.room.isHeld) return;
    if (this.guard.isTooSoon && !this.room.isLesson) return void this.room.refuse(m.justChanged);
    this.hinted = "";
    const isFree = this.free > 0;
    // Where one goes on speaking at once, what was said is not left there to be said again.
    if ((await this.room.act(choice)) && isFree) this.clear();
  }
}
