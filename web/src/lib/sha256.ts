// SHA-256, since a browser has its own only for pages that come by https, and most tables are in the home.
const WORD = 2 ** 32;
const K: number[] = []; // from the cube roots of the first 64 primes, as the standard says
const FIRST: number[] = []; // from the square roots of the first eight

for (let number = 2; K.length < 64; number += 1) {
  if (Array.from({ length: Math.floor(Math.sqrt(number)) - 1 }, (_, at) => at + 2).some((other) => number % other === 0)) continue;
  if (FIRST.length < 8) FIRST.push((Math.sqrt(number) * WORD) | 0);
  K.push((Math.cbrt(number) * WORD) | 0);
}

const turned = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

function padded(bytes: Uint8Array): DataView {
  const view = new DataView(new ArrayBuffer(Math.ceil((bytes.length + 9) / 64) * 64));
  bytes.forEach((byte, at) => view.setUint8(at, byte));
  view.setUint8(bytes.length, 0x80);
  view.setUint32(view.byteLength - 8, Math.floor((bytes.length * 8) / WORD));
  view.setUint32(view.byteLength - 4, bytes.length * 8);
  return view;
}

/** What a block of 64 bytes makes of the eight words. */
function mixed(state: number[], view: DataView, from: number): number[] {
  const words: number[] = [];
  let [a, b, c, d, e, f, g, h] = state as [number, number, number, number, number, number, number, number];
  for (let at = 0; at < 64; at += 1) {
    if (at < 16) {
      words.push(view.getInt32(from + 4 * at));
    } else {
      const [early, late] = [words[at - 15]!, words[at - 2]!];
      const low = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
      const high = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
      words.push((words[at - 16]! + low + words[at - 7]! + high) | 0);
    }
    const one = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + K[at]! + words[at]!) | 0;
    const two = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [a, b, c, d, e, f, g, h] = [(one + two) | 0, a, b, c, (d + one) | 0, e, f, g];
  }
  return [a, b, c, d, e, f, g, h].map((word, at) => (word + state[at]!) | 0);
}

/** As 64 hexadecimal digits. */
export function sha256(bytes: Uint8Array): string {
  const view = padded(bytes);
  let state = FIRST;
  for (let from = 0; from < view.byteLength; from += 64) state = mixed(state, view, from);
  return state.map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}
