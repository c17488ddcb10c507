// A guided first game: a room that nobody else is in. The server has said beforehand all that can be seen in it; here is
// at which step the learner is, and what becomes of a choice.
import { tick } from "svelte";
import type { Line, RoomShown, Seen } from "../wire";
import { m } from "../words";
import { api, Trouble } from "./api";
import { flights, remember } from "./motion";
import { Room } from "./room.svelte";
import { duration, kept, keepIn } from "./settings.svelte";

type Texts = Record<string, string>; // by language

export interface LessonShown {
  title: Texts;
  seat: number;
  room: RoomShown;
  steps: {
    says: Texts;
    otherwise: Texts;
    done: Texts;
    light: string[];
    choose: string; // nothing where one only looks
    seen: Seen;
    after: { seen: Seen; log: Line[] }[];
  }[];
}

const FLIGHT = 320; // milliseconds that a card flies
const READING = 650; // and that one looks at what another player did
const KEPT = "techdeck lessons";

/** How far this browser has come in each lesson, by game: the next step, and one more than there are when it is over. */
export function progress(): Record<string, number> {
  return kept<Record<string, number>>(KEPT, {});
}

export class Lesson extends Room {
  override readonly isLesson = true;
  at = $state(0);
  word = $state(""); // what is said to a choice that does not lead on
  #wake: () => void = () => undefined;

  constructor(readonly game: string, readonly told: LessonShown, name: string) {
    super("");
    const { room, seat } = told;
    this.heard({
      type: "welcome", protocol: 1, run: "lesson", version: 0, log: [], log_from: 0, due: null, table: null,
      room: { ...room, seats: room.seats.map((one, at) => (at === seat ? { ...one, name } : one)) },
      you: { seat, side: told.steps[0]?.seen.side ?? 0, is_host: false, can_undo: "no", may_team_talk: false, seats: [seat] },
    });
    this.state = "here";
    const before = progress()[game] ?? 0;
    this.go(before < told.steps.length ? before : 0);
  }

  get step(): LessonShown["steps"][number] {
    return this.told.steps[this.at]!;
  }

  get isLast(): boolean {
    return this.at === this.told.steps.length - 1;
  }

  /** What happened just before, said again to who comes back. */
  get done(): string {
    return text(this.told.steps[this.at - 1]?.done);
  }

  get says(): string {
    return text(this.step.says);
  }

  /** Be at a step, as if everything before had been done. */
  go(at: number): void {
    this.at = Math.max(0, Math.min(this.told.steps.length - 1, at));
    this.word = "";
    this.refuse("");
    this.seen = this.step.seen;
    this.log = this.told.steps.slice(0, this.at).flatMap((step) => step.after.flatMap((moment) => moment.log));
    keepIn(KEPT, { ...progress(), [this.game]: this.isLast ? this.told.steps.length : this.at });
  }

  override async act(choice: string): Promise<boolean> {
    if (this.isBusy || !this.step.choose) return false;
    this.word = "";
    this.refuse("");
    if (choice !== this.step.choose && !(await this.#leadsOn(choice))) return false;
    await this.next();
    return true;
  }

  /** Whether it is the choice in other words; if not, it is said what else to do, or why it is not possible. */
  async #leadsOn(choice: string): Promise<boolean> {
    this.isBusy = true;
    try {
      const { leads_on, words } = await api.lessonAnswer(this.game, this.at, choice);
      if (!leads_on && words) this.refuse(words);
      else if (!leads_on) this.word = text(this.step.otherwise);
      return leads_on;
    } catch (error) {
      this.refuse((error as Trouble).message || m.noServer);
      return false;
    } finally {
      this.isBusy = false;
    }
  }

  /** What the step asks for is done, and the others answer; then comes the next one. */
  async next(): Promise<void> {
    if (this.isBusy || this.isLast) return;
    this.isBusy = true;
    for (const { seen, log } of this.step.after) {
      const before = remember();
      this.seen = seen;
      this.log = [...this.log, ...log];
      await tick();
      flights(before, log, duration(FLIGHT));
      if (log.length) await this.#pause(duration(READING));
    }
    this.isBusy = false;
    this.go(this.at + 1);
  }

  #pause(time: number): Promise<void> {
    return new Promise((wake) => {
      this.#wake = wake;
      setTimeout(wake, time);
    });
  }

  override hurry(): void {
    this.#wake();
  }
}

/** In the language of the page; lessons may know fewer. */
function text(texts: Texts | undefined): string {
  return texts?.[m.code] ?? texts?.["en"] ?? "";
}
