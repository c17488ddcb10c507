// Several people at one device: whose turn it is to hold it.

/** The seat that gets the device next: the first of its seats that is to move, after the one that had it; or -1. */
export function nextHolder(own: number[], awaited: number[], last: number): number {
  const after = [...own.filter((seat) => seat > last), ...own.filter((seat) => seat <= last)];
  return after.find((seat) => awaited.includes(seat)) ?? -1;
}
