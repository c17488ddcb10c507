// The card somebody looks at more closely: it follows the pointer and the focus.
import type { CardSeen } from "./cards";

const REST = 250; // milliseconds that a pointer must rest on a card

class Look {
  card: CardSeen | null = $state(null);
  isOpen = $state(false); // as a sheet, on small screens
  #timer: ReturnType<typeof setTimeout> | undefined;

  at(card: CardSeen): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => (this.card = card), REST);
  }

  away(): void {
    clearTimeout(this.#timer);
  }

  open(card: CardSeen): void {
    clearTimeout(this.#timer);
    this.card = card;
    this.isOpen = true;
  }

  close(): void {
    this.isOpen = false;
  }

  /** Nobody looks at anything: the next who does is somebody else. */
  forget(): void {
    clearTimeout(this.#timer);
    this.card = null;
    this.isOpen = false;
  }
}

export const look = new Look();
