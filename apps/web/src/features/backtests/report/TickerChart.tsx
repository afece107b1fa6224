// The candles of one symbol over the time of a backtest, with its trades.
import { lazy, Suspense, useMemo } from "react";
import { useApi } from "../../../api/ApiContext";
import { unwrap } from "../../../api/client";
import { useAsked } from "../../../api/useAsked";
import type { components } from "../../../contracts/api";
import { useFormat } from "../../../i18n/format";
import { useWords } from "../../../i18n/words";
import { AskedPart } from "../../../ui/form/AskedPart";
import { LoadingPart } from "../../../ui/Loading";
import { marksOn } from "./marks";
import { type BacktestDetail, isIntraday, type Report, type Trade } from "./report";
import { reportWords } from "./reportWords";

const PriceChart = lazy(() => import("../../../charts/PriceChart"));
const MOST_BARS = 10_000;

interface TickerChartProps {
  ticker: string;
  backtest: BacktestDetail;
  report: Report;
  trades: readonly Trade[];
}

/** The bars that the backtest knew: as of its own time, not of today. */
export function TickerChart({ ticker, backtest, report, trades }: TickerChartProps) {
  const api = useApi();
  const bars = useAsked(`bars:${backtest.id}:${ticker}`, (signal) =>
    unwrap(
      api.client.GET("/api/v1/data/bars/{symbol}", {
        params: {
          path: { symbol: ticker },
          query: {
            timeframe: backtest.timeframe,
            as_of: String(backtest.plan.as_of),
            start: report.first,
            end: dayAfter(report.last),
            limit: MOST_BARS,
          },
        },
        signal,
      }),
    ),
  );
  return (
    <AskedPart of={bars}>
      {(value) => <Candles bars={value} ticker={ticker} trades={trades} />}
    </AskedPart>
  );
}

interface CandlesProps {
  bars: components["schemas"]["BarsOut"];
  ticker: string;
  trades: readonly Trade[];
}

function Candles({ bars, ticker, trades }: CandlesProps) {
  const say = useWords(reportWords);
  const format = useFormat();
  const marks = useMemo(() => marksOn(ticker, trades, say), [ticker, trades, say]);
  const summary = say("prices_text", {
    symbol: ticker,
    from: format.date(bars.time[0]?.slice(0, 10)),
    to: format.date(bars.time.at(-1)?.slice(0, 10)),
    bars: format.number(bars.time.length, 0),
    close: format.number(bars.close.at(-1), 4),
    trades: format.number(marks.length / 2, 0),
  });
  const cut =
    bars.total > bars.time.length
      ? ` ${say("prices_cut", { bars: format.number(bars.time.length, 0) })}`
      : "";
  return (
    <Suspense fallback={<LoadingPart isChart />}>
      <PriceChart
        title={say("prices")}
        summary={summary + cut}
        bars={bars}
        trades={marks}
        isIntraday={isIntraday(bars.timeframe)}
      />
    </Suspense>
  );
}

/** The API leaves out the end itself. */
export function dayAfter(moment: string): string {
  const day = new Date(`${moment.slice(0, 10)}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() + 1);
  return day.toISOString().slice(0, 10);
}
