// What is stored of each series, and a summary of many of them.
import type { components } from "../../contracts/api";
import type { SayWords } from "../../i18n/words";
import type { words } from "./words";

export type Series = components["schemas"]["CoverageOut"];
type Gap = components["schemas"]["GapOut"];
type Say = SayWords<(typeof words)["zh"]>;

export const keyOf = ({ symbol, timeframe, source }: Series) => `${symbol} ${timeframe} ${source}`;

/** The UTC day of an instant. */
export const dayOf = (instant: string) => instant.slice(0, 10);

function sessionsMissing(gaps: readonly Gap[]): number {
  return gaps.reduce((sum, { sessions }) => sum + sessions, 0);
}

/** The gaps of one series in words. */
export function gapsOf({ gaps }: Series, say: Say): string {
  if (gaps === null) return say("gap_unknown");
  if (gaps.length === 0) return say("gap_zero");
  return say("gap_count", { count: gaps.length, sessions: sessionsMissing(gaps) });
}

/** The gaps of many series in a sentence or two. */
export function gapsOfAll(series: readonly Series[], say: Say): string {
  const unchecked = series.filter(({ gaps }) => gaps === null).length;
  const gaps = series.flatMap((each) => each.gaps ?? []);
  const found =
    gaps.length === 0
      ? say("gaps_none")
      : say("gaps_some", { gaps: gaps.length, sessions: sessionsMissing(gaps) });
  return unchecked === 0 ? found : `${found} ${say("gaps_unknown", { count: unchecked })}`;
}

/** From the first entry of any to the last of any. */
export function stretchOf(series: readonly Series[]): [Date, Date] {
  const firsts = series.map(({ first }) => Date.parse(first));
  const lasts = series.map(({ last }) => Date.parse(last));
  return [new Date(Math.min(...firsts)), new Date(Math.max(...lasts))];
}
