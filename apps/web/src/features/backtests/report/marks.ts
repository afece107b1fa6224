// Trades as the arrows of a price chart.
import type { TradeMark } from "../../../charts/PriceChart";
import type { SayWords } from "../../../i18n/words";
import type { Trade } from "./report";
import type { ReportWords } from "./reportWords";

const MOST_WITH_WORDS = 80;

/** The entries and exits on one symbol; where there are very many, arrows alone, for words would hide the prices. */
export function marksOn(
  ticker: string,
  trades: readonly Trade[],
  say: SayWords<ReportWords>,
): TradeMark[] {
  const mine = trades.filter((trade) => trade.ticker === ticker);
  const said = (phrase: keyof ReportWords) => (mine.length > MOST_WITH_WORDS ? "" : say(phrase));
  return mine.flatMap(({ direction, entry_at, exit_at }): TradeMark[] => [
    {
      time: entry_at,
      kind: "entry",
      direction,
      text: said(direction === "long" ? "mark_buy" : "mark_short"),
    },
    {
      time: exit_at,
      kind: "exit",
      direction,
      text: said(direction === "long" ? "mark_sell" : "mark_cover"),
    },
  ]);
}
