// What a hand is worth in Tech Exchange: sets of three or four of a value, and at most one flush of three or four, each
// times the highest stock among its domains.
export interface TradeCard {
  value: number;
  letter: string;
}

export type Stocks = Record<string, number>; // by letter

/** Cards that count together, by their places in the hand, and what they bring. */
export interface Group {
  cards: number[];
  points: number;
}

/** The groups that make the hand worth most. */
export function grouping(hand: TradeCard[], stocks: Stocks): Group[] {
  const all = [...hand.keys()];
  let best = sets(hand, all, stocks);
  for (const letter of ["K", "S", "T", "V"]) {
    const own = all.filter((at) => hand[at]!.letter === letter);
    for (const size of [3, 4]) {
      for (const cards of combinations(own, size)) {
        const flush = { cards, points: size * (stocks[letter] ?? 0) };
        const groups = [flush, ...sets(hand, all.filter((at) => !cards.includes(at)), stocks)];
        if (total(groups) > total(best)) best = groups;
      }
    }
  }
  return best;
}

export function total(groups: Group[]): number {
  return groups.reduce((sum, { points }) => sum + points, 0);
}

export function worth(hand: TradeCard[], stocks: Stocks): number {
  return total(grouping(hand, stocks));
}

function sets(hand: TradeCard[], left: number[], stocks: Stocks): Group[] {
  const stock = (at: number): number => stocks[hand[at]!.letter] ?? 0;
  return [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13].flatMap((value) =>
    ofValue(left.filter((at) => hand[at]!.value === value).sort((a, b) => stock(b) - stock(a)), stock));
}

/** Equal cards, the best first, in groups of three or four: each is worth as much as its best card, times their number. */
function ofValue(cards: number[], stock: (at: number) => number): Group[] {
  if (cards.length < 3) return [];
  const group = (list: number[]): Group => ({ cards: list, points: list.length * stock(list[0]!) });
  if (cards.length < 6) return [group(cards.slice(0, 4))];
  // Two groups: the best card leads one of them, and the next best the other.
  const [first, second, ...rest] = cards.slice(0, 8) as [number, number, ...number[]];
  const pairs = [3, 2].map((more) => [group([first, ...rest.slice(0, more)]), group([second, ...rest.slice(more).slice(0, 3)])])
    .filter(([, other]) => other!.cards.length >= 3);
  return pairs.reduce((best, pair) => (total(pair) > total(best) ? pair : best));
}

function combinations(list: number[], size: number): number[][] {
  if (size === 0) return [[]];
  return list.flatMap((first, at) => combinations(list.slice(at + 1), size - 1).map((rest) => [first, ...rest]));
}

/** An offer as it stands on the board: `3: seat 1 gives *V to all for 7*|*K`. */
export interface BoardOffer {
  number: number;
  seat: number;
  to: string; // all, or seat 2
  gives: string[];
  wants: string[];
}

export function readOffer(line: string): BoardOffer | null {
  const found = /^(\d+): seat (\d+) gives (.+) to (all|seat \d+) for (.+)$/.exec(line);
  if (!found) return null;
  return {
    number: Number(found[1]), seat: Number(found[2]) - 1, gives: found[3]!.split(" "), to: found[4]!, wants: found[5]!.split(" "),
  };
}

/** Whether a card fits a slot such as `7*|*K`. */
export function fits(card: TradeCard, slot: string): boolean {
  return slot.split("|").some((atom) => {
    const value = atom.slice(0, -1);
    const letter = atom.slice(-1);
    return card.value > 0 && (value === "*" || Number(value) === card.value) && (letter === "*" || letter === card.letter);
  });
}
