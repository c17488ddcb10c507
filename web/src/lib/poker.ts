// What a poker hand would be called, for previews that follow the finger. It is the one rule that is written here as
// well: tests hold it to thousands of hands as the rules of the server name them (tools/hand_vectors.py).
export interface PokerCard {
  value: number; // 1 to 13; 0 for a wild card
  letter: string;
}

export interface Hand {
  category: number;
  values: number[]; // the values that name it, the most important first
  letter: string; // of a flush
}

export const HIGH = 0, PAIR = 1, TWO_PAIR = 2, THREE = 3, STRAIGHT = 4, FLUSH = 5, FULL_HOUSE = 6, FOUR = 7,
  STRAIGHT_FLUSH = 8, ROYAL_FLUSH = 9, FIVE = 10;

/** The best hand in up to seven cards; wild cards count as what is best. */
export function bestHand(cards: PokerCard[], withFive = false): Hand | null {
  if (!cards.length) return null;
  const plain = cards.filter((card) => card.value > 0);
  const wilds = cards.length - plain.length;
  const held = count(plain);
  const flush = bestFlush(plain, wilds);
  const found = byValues(held, wilds, withFive);
  return flush && compare(flush, found) > 0 ? flush : found;
}

export function compare(one: Hand, other: Hand): number {
  if (one.category !== other.category) return one.category - other.category;
  for (let at = 0; at < Math.max(one.values.length, other.values.length); at += 1) {
    const difference = (one.values[at] ?? 0) - (other.values[at] ?? 0);
    if (difference) return difference;
  }
  return 0;
}

/** Two points from a straight on, else one. */
export function points(hand: Hand): number {
  return hand.category >= STRAIGHT ? 2 : 1;
}

function count(cards: PokerCard[]): number[] {
  const held = Array<number>(14).fill(0);
  for (const card of cards) held[card.value]! += 1;
  return held;
}

const DOWN = [13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1];

function byValues(held: number[], wilds: number, withFive: boolean): Hand {
  const has = (value: number, wanted: number, spare = wilds): boolean => held[value]! + spare >= wanted;
  const rest = (groups: number[], spare: number): number[] => {
    const left = held.slice();
    for (const value of groups) if (left[value]) left[value] -= 1; else spare -= 1;
    const values = [...groups, ...Array<number>(Math.max(0, spare)).fill(13)];
    for (const value of DOWN) for (let n = 0; n < left[value]!; n += 1) values.push(value);
    return values.slice(0, 5);
  };
  const make = (category: number, values: number[]): Hand => ({ category, values, letter: "" });
  if (withFive) for (const value of DOWN) if (has(value, 5)) return make(FIVE, Array<number>(5).fill(value));
  for (const value of DOWN) if (has(value, 4)) return make(FOUR, rest(Array<number>(4).fill(value), wilds));
  for (const three of DOWN) {
    if (!has(three, 3)) continue;
    const spare = wilds - Math.max(0, 3 - held[three]!);
    for (const two of DOWN) {
      if (two !== three && has(two, 2, spare)) return make(FULL_HOUSE, [three, three, three, two, two]);
    }
  }
  const top = straight(held, wilds);
  if (top) return make(STRAIGHT, [top, top - 1, top - 2, top - 3, top - 4]);
  for (const value of DOWN) if (has(value, 3)) return make(THREE, rest([value, value, value], wilds));
  const pairs = DOWN.filter((value) => held[value]! >= 2);
  if (pairs.length >= 2) return make(TWO_PAIR, rest([pairs[0]!, pairs[0]!, pairs[1]!, pairs[1]!], wilds));
  // Of a lone card a wild makes a pair; two wild cards are a pair of the highest.
  if (held.reduce((sum, n) => sum + n, 0) + wilds >= 2) {
    for (const value of DOWN) if (has(value, 2) && (held[value]! > 0 || wilds >= 2)) return make(PAIR, rest([value, value], wilds));
  }
  return make(HIGH, rest([], wilds));
}

/** The highest card of the best five in a row, or 0. */
function straight(held: number[], wilds: number): number {
  for (let top = 13; top >= 5; top -= 1) {
    let gaps = 0;
    for (let value = top - 4; value <= top; value += 1) if (!held[value]) gaps += 1;
    if (gaps <= wilds) return top;
  }
  return 0;
}

function bestFlush(plain: PokerCard[], wilds: number): Hand | null {
  let best: Hand | null = null;
  for (const letter of ["K", "S", "T", "V"]) {
    const own = plain.filter((card) => card.letter === letter);
    if (own.length + wilds < 5) continue;
    const top = straight(count(own), wilds);
    const values = top ? [top, top - 1, top - 2, top - 3, top - 4]
      : [...Array<number>(wilds).fill(13), ...own.map((card) => card.value).sort((a, b) => b - a)].slice(0, 5);
    const hand: Hand = { category: top === 13 ? ROYAL_FLUSH : top ? STRAIGHT_FLUSH : FLUSH, values, letter };
    if (!best || compare(hand, best) >= 0) best = hand;
  }
  return best;
}
