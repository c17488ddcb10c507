// The question may change under the finger: what was pressed then was meant for the one before.
export const SETTLING = 400; // milliseconds that somebody needs to see that another thing is asked

const LATEST = 5000; // after that, even a press that began before is meant for what is asked now

interface Input {
  at: number;
  isKey: boolean;
  isRepeat: boolean; // a key that is held down
}

export class Guard {
  #changedAt = -Infinity;
  #isOwn = false; // the question changed since the last one was answered here
  #last: Input | null = null;

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Another question is shown. */
  changed(isOwn: boolean): void {
    this.#changedAt = this.now();
    this.#isOwn = isOwn;
  }

  /** Something was pressed, at the time of the event: a busy page hears it late. */
  pressed(event: Event): void {
    const key = event instanceof KeyboardEvent ? event : null;
    this.#last = { at: event.timeStamp || this.now(), isKey: key !== null, isRepeat: key?.repeat ?? false };
  }

  /**
   * Whether what was pressed last was meant for the question before. Who answers with keys knows what comes next, and
   * may be quick; a finger or a pointer lies where the button of the next question appears.
   */
  get isTooSoon(): boolean {
    const last = this.#last;
    if (last === null || last.at - this.#changedAt >= SETTLING || this.now() - this.#changedAt > LATEST) return false;
    return !(last.isKey && this.#isOwn && !last.isRepeat && last.at >= this.#changedAt);
  }
}
