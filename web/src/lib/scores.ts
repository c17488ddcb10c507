// How a game ended, in a line: scores are by side, and whose they are is said with them.
import type { RoomShown } from "../wire";

export function scoresOf(room: RoomShown): string[] {
  const name = (seat: number): string => room.seats[seat]?.name ?? "";
  if (!room.members.length) return room.seats.map((seat) => seat.name); // of old rules: who played is all that is known
  return room.members.map((seats, side) => `${seats.map(name).join(" & ")} ${room.scores[side] ?? ""}`.trim());
}
