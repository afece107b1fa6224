// Curves as numbers: instants, what they span, and which point is nearest.

export interface DrawnLine {
  name: string;
  time: readonly string[];
  value: readonly number[];
  /** Which of the looks it has. */
  look: number;
}

export function instantsOf({ time }: Pick<DrawnLine, "time">): number[] {
  return time.map((each) => Date.parse(each));
}

/** From the lowest to the highest value; a line that does not move has room on both sides. */
export function rangeOf(lines: readonly Pick<DrawnLine, "value">[]): [number, number] {
  let [low, high] = [Infinity, -Infinity];
  for (const { value } of lines)
    for (const each of value) {
      if (each < low) low = each;
      if (each > high) high = each;
    }
  if (low > high) return [0, 1];
  const room = low === high ? Math.abs(low) * 0.01 || 1 : 0;
  return [low - room, high + room];
}

/** The place of the last instant that is not after `at`; of rising instants. */
export function nearest(instants: readonly number[], at: number): number {
  let [low, high] = [0, instants.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (instants[middle]! <= at) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Each value as a change since the first: 0.25 is a gain of a quarter. */
export function normalised(value: readonly number[]): number[] {
  const first = value[0] ?? 1;
  return value.map((each) => (first === 0 ? 0 : each / first - 1));
}
