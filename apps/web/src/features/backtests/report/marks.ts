// Trades as the arrows of a chart, each of which opens what the trade was.
import type { ChartMark } from "../../../charts/workbench/model";
import type { Format } from "../../../i18n/format";
import type { SayWords } from "../../../i18n/words";
import type { Trade } from "./report";
import type { ReportWords } from "./reportWords";

const MOST_WITH_WORDS = 30;

/** The entries and exits on one symbol; where there are very many, arrows alone, for words would hide the prices. */
export function marksOn(
  ticker: string,
  trades: readonly Trade[],
  say: SayWords<ReportWords>,
  format: Format,
): ChartMark[] {
  const mine = trades.filter((trade) => trade.ticker === ticker);
  const said = (phrase: keyof ReportWords) => (mine.length > MOST_WITH_WORDS ? "" : say(phrase));
  return mine.flatMap((trade): ChartMark[] => {
    const isLong = trade.direction === "long";
    const [into, out] = isLong
      ? (["mark_buy", "mark_sell"] as const)
      : (["mark_short", "mark_cover"] as const);
    const result = say("mark_result", {
      number: trade.number,
      result: format.signedPercent(trade.return, 2),
      profit: format.money(trade.profit),
    });
    const title = (phrase: typeof into | typeof out, at: string, price: number) =>
      say("mark_title", {
        what: say(phrase),
        quantity: format.number(trade.quantity),
        price: format.price(price),
        date: format.date(at.slice(0, 10)),
      });
    return [
      {
        key: `${trade.number} entry`,
        time: trade.entry_at,
        kind: isLong ? "buy" : "sell",
        label: said(into),
        title: title(into, trade.entry_at, trade.entry_price),
        details: [result],
      },
      {
        key: `${trade.number} exit`,
        time: trade.exit_at,
        kind: isLong ? "sell" : "buy",
        label: said(out),
        title: title(out, trade.exit_at, trade.exit_price),
        details: [result],
      },
    ];
  });
}
