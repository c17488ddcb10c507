// A room as this browser knows it, kept up to date by the server's messages.
import { tick } from "svelte";
import type { AnyHeard, Due, Line, Question, RoomShown, Seen, Update, Welcome, You } from "../wire";
import { api } from "./api";
import type { Prints } from "./cards";
import { Connection, type Saying, type State } from "./connection";
import { flights, type Before, remember } from "./motion";
import { note } from "./promises";
import { applied } from "./seen";
import { duration } from "./settings.svelte";

const FLIGHT = 320;
const SHORTEST = 90;
const REFUSED_FOR = 6000; // milliseconds, and more for every letter
const READ_IN = 40;

export class Room {
  state: State = $state("connecting");
  retry = $state(0);
  shown: RoomShown | null = $state.raw(null);
  you: You | null = $state.raw(null);
  seen: Seen | null = $state.raw(null);
  log: Line[] = $state.raw([]);
  prints: Prints = $state.raw({});
  refused = $state(""); // why the last thing was not done
  closing = $state(""); // the server's last words
  isBusy = $state(false); // something was said that has not been answered
  missed = $state(0); // lines that came while the connection was lost
  #answered = $state("");
  #floor: Question | null = $state.raw(null); // what one may say on the trading floor, last
  #floorPhase = $state("");
  readonly isLesson: boolean = false; // a guided game, in which nobody else sits
  begins = false; // as soon as it can be done: for a quick game
  due: (Due & { since: number }) | null = $state.raw(null); // when the rules' own clock acts
  shownAt = $state(0); // when the clocks were last told
  version = $state(0); // of what is shown; more may have been heard

  #connection: Connection | null = null;
  // By this name the server tells our words from those of another page of the same person.
  readonly #client = Math.random().toString(36).slice(2, 12);
  #run = "";
  #version = 0;
  #queue: Update[] = [];
  #isPlaying = false;
  #isHurried = false;
  #wasLost = false;
  #wake: () => void = () => undefined;
  #refusedTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly code: string, private readonly seat: number | null = null) {}

  connect(): void {
    this.#connection = new Connection(`/api/rooms/${encodeURIComponent(this.code)}/socket`, {
      heard: (message) => this.heard(message),
      state: (state, seconds) => {
        this.state = state;
        this.#wasLost ||= state === "lost" && this.#run !== "";
        this.retry = seconds;
      },
      where: () => this.#where(),
    });
  }

  leave(): void {
    this.#connection?.close();
  }

  #where(): string {
    const query = new URLSearchParams({ client: this.#client });
    const seat = this.you && this.you.seat >= 0 ? this.you.seat : this.seat;
    if (seat !== null) query.set("seat", String(seat));
    if (this.#run) {
      query.set("run", this.#run);
      query.set("version", String(this.#version));
      query.set("log", String(this.log.length));
    }
    return query.toString();
  }

  /** The question this person is asked now. */
  get question(): Question | null {
    return this.isHeld ? this.#floor : this.#asked;
  }

  get #asked(): Question | null {
    const own = this.you?.seat ?? -1;
    const asked = this.seen?.asked ?? [];
    return asked.find((question) => question.seat === own) ?? asked.find((question) => question.others?.includes(own)) ?? null;
  }

  /**
   * On the trading floor others' trades interrupt for a moment: nothing but a commitment at the same time is heard then,
   * but who puts an offer together meanwhile goes on with it.
   */
  get isHeld(): boolean {
    const asked = this.#asked;
    return (asked === null || asked.verb === "reply") && this.#floor !== null && this.seen?.phase === this.#floorPhase;
  }

  #remember(): void {
    const question = this.question;
    if (!isFloor(question, this)) {
      this.#floor = null;
    } else {
      this.#floor = question;
      this.#floorPhase = this.seen?.phase ?? "";
    }
  }

  get isPlaying(): boolean {
    return this.shown?.state === "playing";
  }

  /** Whom all wait for: bots leave what their team is asked to the people in it. */
  get awaited(): number[] {
    const { seen, shown } = this;
    const isBot = (seat: number): boolean => shown?.seats[seat]?.kind === "bot" || Boolean(shown?.seats[seat]?.has_bot);
    return (seen?.awaited ?? []).filter((seat) => {
      const team = seen!.members.find((seats) => seats.includes(seat)) ?? [];
      return !isBot(seat) || team.every((mate) => isBot(mate) || !seen!.awaited.includes(mate));
    });
  }

  name(seat: number): string {
    return this.shown?.seats[seat]?.name ?? "";
  }

  sideName(side: number): string {
    const seats = this.seen?.members[side] ?? [];
    return seats.map((seat) => this.name(seat)).join(" & ");
  }

  // What we say

  async say(saying: Saying): Promise<boolean> {
    if (!this.#connection) return false;
    this.isBusy = true;
    const refused = await this.#connection.say(saying);
    this.isBusy = this.#connection.unanswered > 0;
    this.refuse(refused ?? "");
    return refused === null;
  }

  async act(choice: string): Promise<boolean> {
    const question = this.question;
    const isDone = await this.say({ type: "act", choice, turn: isLive(this.shown) ? null : question?.turn ?? null });
    if (isDone && question) this.#answered = `${question.seat} ${question.turn}`;
    return isDone;
  }

  /** What is asked was answered already; the news of it is still on its way, or waits for cards that fly. */
  get isAnswered(): boolean {
    return this.question !== null && this.#answered === `${this.question.seat} ${this.question.turn}`;
  }

  /** Whether a question was answered here, or that is just being said. */
  hasAnswered(question: Question): boolean {
    return this.isBusy || this.#answered === `${question.seat} ${question.turn}`;
  }

  /** Nothing can be answered now: a word of ours is on its way, or nobody would hear one. */
  get isWaiting(): boolean {
    return this.isBusy || this.isAnswered || this.isHeld;
  }

  /** Show for a while why something was not done. */
  refuse(words: string): void {
    clearTimeout(this.#refusedTimer);
    this.refused = words;
    if (words) this.#refusedTimer = setTimeout(() => (this.refused = ""), REFUSED_FOR + words.length * READ_IN);
  }

  // What we hear

  heard(message: AnyHeard): void {
    if (message.type === "welcome") this.#welcome(message);
    else if (message.type === "update") this.#update(message);
    else if (message.type === "closing") this.closing = message.words;
  }

  #welcome(message: Welcome): void {
    const isSame = message.run === this.#run;
    const before = isSame && message.log_from <= this.log.length ? this.log.slice(0, message.log_from) : [];
    this.missed = isSame && this.#wasLost ? message.log.length : 0;
    this.#wasLost = false;
    this.#queue = [];
    this.#run = message.run;
    this.version = this.#version = message.version;
    this.closing = "";
    this.#setRoom(message.room);
    this.you = message.you;
    this.seen = message.table;
    this.#setDue(message.due ?? null);
    this.#remember();
    this.log = [...before, ...message.log];
    if (this.begins && message.room.state === "open" && message.you.is_host) {
      this.begins = false;
      void this.say({ type: "begin" });
    }
  }

  #update(message: Update): void {
    if (message.version !== this.#version + 1) {
      if (message.version > this.#version) {
        this.#run = "";
        this.log = [];
        this.#connection?.again();
      }
      return;
    }
    this.#version = message.version;
    if (message.due) this.#setDue(message.due); // at once: time does not wait for cards that fly
    this.#queue.push(message);
    if (!this.#isPlaying) void this.#play();
  }

  /** Show one update after the other, each with its flights; those that wait make the others shorter. */
  async #play(): Promise<void> {
    this.#isPlaying = true;
    while (this.#queue.length) {
      const message = this.#queue.shift()!;
      const moves = (message.log ?? []).filter((line) => line.what === "move").length;
      const full = duration(FLIGHT) / 2 ** Math.min(this.#queue.length, 6);
      const time = this.#isHurried || !moves ? 0 : Math.max(Math.min(SHORTEST, duration(FLIGHT)), full);
      const before: Before | null = message.table && typeof document !== "undefined" ? remember() : null;
      this.#apply(message);
      if (before) {
        await tick();
        flights(before, message.log ?? [], time);
      }
      if (time && this.#queue.length) await this.#pause(time + 60);
    }
    this.#isPlaying = false;
    this.#isHurried = false;
  }

  #pause(time: number): Promise<void> {
    return new Promise((wake) => {
      this.#wake = wake;
      setTimeout(wake, time);
    });
  }

  /** Somebody does not want to wait for what moves. */
  hurry(): void {
    if (!this.#isPlaying) return;
    this.#isHurried = true;
    this.#wake();
  }

  #apply(message: Update): void {
    this.version = message.version;
    if (message.table) this.seen = applied(this.seen, message.table);
    if (message.room) this.#setRoom(message.room);
    if (message.you) this.you = message.you;
    this.#remember();
    if (message.log?.length) this.log = [...this.log, ...message.log];
  }

  #setDue(due: Due | null): void {
    this.due = due?.what ? { ...due, since: Date.now() } : null;
  }

  #setRoom(room: RoomShown): void {
    if (room.game !== this.shown?.game || room.edition !== this.shown.edition) {
      api.cards(room.game, room.edition).then((prints) => (this.prints = prints), () => undefined);
    }
    if (room.state === "open") note(room.code, room.commitment);
    this.shown = room;
    this.shownAt = Date.now();
  }
}

function isLive(room: RoomShown | null): boolean {
  return room?.game === "tech exchange" && room.options["form"] === "live";
}

/** On the trading floor it is one question as long as trading goes on, whatever others say meanwhile. */
export function isFloor(question: Question | null, room: Room): boolean {
  return question?.verb === "trade" && isLive(room.shown);
}
