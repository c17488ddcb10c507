// What a hand is worth in Tech Exchange: sets of three or four of a value, and at most one flush of three or four, each
// times the highest stock among its domains.
export interface TradeCard {
  value: number;
  letter: string;
}

export type Stocks = Record<string, number>; // by letter

export function worth(hand: TradeCard[], stocks: Stocks): number {
  let best = sets(hand, stocks);
  for (const letter of ["K", "S", "T", "V"]) {
    const own = hand.map((card, at) => ({ card, at })).filter(({ card }) => card.letter === letter).map(({ at }) => at);
    for (const size of [3, 4]) {
      for (const flush of combinations(own, size)) {
        const rest = hand.filter((_, at) => !flush.includes(at));
        best = Math.max(best, size * (stocks[letter] ?? 0) + sets(rest, stocks));
      }
    }
  }
  return best;
}

function sets(hand: TradeCard[], stocks: Stocks): number {
  let sum = 0;
  for (let value = 1; value <= 13; value += 1) {
    const worths = hand.filter((card) => card.value === value).map((card) => stocks[card.letter] ?? 0).sort((a, b) => b - a);
    sum += ofValue(worths);
  }
  return sum;
}

/** Equal cards in groups of three or four: each is worth as much as its best card, times their number. */
function ofValue(worths: number[]): number {
  const [first = 0] = worths;
  const n = worths.length;
  if (n < 3) return 0;
  if (n < 6) return Math.min(4, n) * first;
  // Two groups: the best card leads one of them, and the next best the other.
  const left = Math.min(8, n);
  const options = [[4, left - 4], [3, left - 3]].filter(([, other]) => other! >= 3);
  return Math.max(...options.map(([one, other]) => one! * first + Math.min(4, other!) * (worths[1] ?? 0)));
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
