// A thin layer over the browser's WebSocket: words have numbers, are kept until they are answered, and are said again
// after the connection was lost. The server does each number once, so nothing happens twice.
import type { AnyHeard, AnySaid } from "../wire";

type Without<T> = T extends unknown ? Omit<T, "word"> : never;
export type Saying = Without<AnySaid>;
export type State = "connecting" | "here" | "lost" | "ended";

export interface Ear {
  heard(message: AnyHeard): void;
  state(state: State, seconds: number): void;
  /** What the server is told of what we have, as the query of the address. */
  where(): string;
}

interface Waiting {
  said: AnySaid;
  answer: (refused: string | null) => void;
}

const FIRST_WAIT = 500; // milliseconds before trying again; doubled each time
const LONGEST_WAIT = 15_000;
const SILENCE = 25_000; // after so long without a message we ask whether anybody is there
const PATIENCE = 10_000; // and so long we wait for the answer

export class Connection {
  #socket: WebSocket | null = null;
  #waiting = new Map<number, Waiting>();
  #word = 0;
  #tries = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #pulse: ReturnType<typeof setTimeout> | undefined;
  #isWelcome = false;
  #isOver = false;

  constructor(private readonly path: string, private readonly ear: Ear, private readonly make = dial) {
    this.#open();
    addEventListener("online", this.hurry);
    document.addEventListener("visibilitychange", this.hurry);
  }

  /** Say something; the promise tells why it was refused, or null when it is done. */
  say(saying: Saying): Promise<string | null> {
    // Numbers never repeat.
    this.#word = Math.max(this.#word + 1, Date.now());
    const said = { ...saying, word: this.#word } as AnySaid;
    return new Promise((answer) => {
      this.#waiting.set(said.word, { said, answer });
      if (this.#isWelcome) this.#send(said);
    });
  }

  get unanswered(): number {
    return this.#waiting.size;
  }

  /** Ask to be welcomed again, from the start. */
  again(): void {
    this.#socket?.close();
    this.#lost(true);
  }

  close(): void {
    this.#isOver = true;
    removeEventListener("online", this.hurry);
    document.removeEventListener("visibilitychange", this.hurry);
    clearTimeout(this.#retry);
    clearTimeout(this.#pulse);
    this.#socket?.close();
  }

  /** The network is back, or somebody looks at the page again: do not wait any longer. */
  readonly hurry = (): void => {
    if (document.visibilityState === "hidden" || this.#isOver) return;
    if (this.#socket === null) this.#open();
    else if (this.#isWelcome) this.#ping();
  };

  #open(): void {
    clearTimeout(this.#retry);
    this.ear.state("connecting", 0);
    const socket = this.make(`${this.path}?${this.ear.where()}`);
    this.#socket = socket;
    socket.onmessage = (event: MessageEvent<string>) => {
      if (socket === this.#socket) this.#heard(JSON.parse(event.data) as AnyHeard);
    };
    socket.onclose = () => {
      if (socket === this.#socket) this.#lost(false);
    };
  }

  #heard(message: AnyHeard): void {
    this.#watch();
    if (message.type === "done" || message.type === "refused") {
      const waiting = this.#waiting.get(message.word);
      this.#waiting.delete(message.word);
      waiting?.answer(message.type === "refused" ? message.words : null);
      return;
    }
    if (message.type === "closing" && !message.come_back) this.#isOver = true;
    this.ear.heard(message);
    if (message.type === "welcome" && !this.#isWelcome) {
      this.#isWelcome = true;
      this.#tries = 0;
      this.ear.state("here", 0);
      for (const { said } of this.#waiting.values()) this.#send(said);
    }
  }

  #send(said: AnySaid): void {
    this.#socket?.send(JSON.stringify(said));
  }

  /** After a while of silence ask, and if nothing comes, start anew. */
  #watch(): void {
    clearTimeout(this.#pulse);
    this.#pulse = setTimeout(() => this.#ping(), SILENCE);
  }

  #ping(): void {
    clearTimeout(this.#pulse);
    if (!this.#isWelcome) return;
    // A ping is not kept: it asks about this connection only.
    this.#word = Math.max(this.#word + 1, Date.now());
    this.#send({ type: "ping", word: this.#word });
    this.#pulse = setTimeout(() => this.again(), PATIENCE);
  }

  #lost(atOnce: boolean): void {
    clearTimeout(this.#pulse);
    this.#socket = null;
    this.#isWelcome = false;
    if (this.#isOver) {
      this.ear.state("ended", 0);
      return;
    }
    const wait = atOnce ? 0 : Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.#tries) * (0.75 + Math.random() / 2);
    this.#tries += 1;
    this.ear.state("lost", Math.ceil(wait / 1000));
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => this.#open(), wait);
  }
}

function dial(path: string): WebSocket {
  return new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${path}`);
}
