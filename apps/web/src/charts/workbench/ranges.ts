// The stretches of time that a chart can show, counted back from its newest bar.

export const RANGES = ["1M", "3M", "6M", "YTD", "1Y", "5Y", "All"] as const;
export type Range = (typeof RANGES)[number];

const MONTHS: Partial<Record<Range, number>> = { "1M": 1, "3M": 3, "6M": 6, "1Y": 12, "5Y": 60 };

/** The first second of a range that ends at `last`; null for everything. */
export function beginOf(range: Range, last: number): number | null {
  const end = new Date(last * 1000);
  if (range === "YTD") return Date.UTC(end.getUTCFullYear(), 0, 1) / 1000;
  const months = MONTHS[range];
  if (months === undefined) return null;
  const begin = new Date(end);
  begin.setUTCDate(1);
  begin.setUTCMonth(end.getUTCMonth() - months);
  begin.setUTCDate(Math.min(end.getUTCDate(), daysIn(begin)));
  return begin.getTime() / 1000;
}

/** Those that show less than everything, and everything. */
export function rangesFor(first: number, last: number): Range[] {
  return RANGES.filter((range) => {
    const begin = beginOf(range, last);
    return begin === null || begin > first;
  });
}

/** The first place whose time is not before the moment. */
export function placeOf(times: readonly number[], moment: number): number {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle]! < moment) low = middle + 1;
    else high = middle;
  }
  return low;
}

function daysIn(month: Date): number {
  return new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 0)).getUTCDate();
}
