// The candles of one symbol over the time of a backtest with its trades and indicators, and the account in step below.
import { lazy, Suspense, useMemo } from "react";
import { useApi } from "../../../api/ApiContext";
import { unwrap } from "../../../api/client";
import { useAsked } from "../../../api/useAsked";
import { indicatorsIn } from "../../../charts/workbench/indicatorText";
import type { ChartLine } from "../../../charts/workbench/model";
import type { Source } from "../../../charts/workbench/useIndicators";
import type { components } from "../../../contracts/api";
import { useFormat } from "../../../i18n/format";
import { useWords } from "../../../i18n/words";
import { AskedPart } from "../../../ui/form/AskedPart";
import { LoadingPart } from "../../../ui/Loading";
import { marksOn } from "./marks";
import { type BacktestDetail, isIntraday, type Report, type Trade } from "./report";
import { reportWords } from "./reportWords";

const SymbolWorkbench = lazy(() => import("../../../charts/workbench/SymbolWorkbench"));
const MOST_BARS = 10_000;

type Document = Readonly<Record<string, unknown>>;

interface TickerChartProps {
  ticker: string;
  backtest: BacktestDetail;
  report: Report;
  trades: readonly Trade[];
  /** Of the account, in panes of their own. */
  account: readonly ChartLine[];
}

/** The bars that the backtest knew: as of its own time, not of today. */
export function TickerChart(props: TickerChartProps) {
  const { ticker, backtest, report } = props;
  const api = useApi();
  const source = {
    symbol: ticker,
    timeframe: backtest.timeframe,
    asOf: String(backtest.plan.as_of),
    start: report.first,
    end: dayAfter(report.last),
    limit: MOST_BARS,
  };
  const bars = useAsked(`bars:${backtest.id}:${ticker}`, (signal) => {
    const { timeframe, asOf: as_of, start, end, limit } = source;
    const query = { timeframe, as_of, start, end, limit };
    const params = { path: { symbol: ticker }, query };
    return unwrap(api.client.GET("/api/v1/data/bars/{symbol}", { params, signal }));
  });
  return (
    <AskedPart of={bars}>
      {(value) => <Candles {...props} bars={value} source={source} />}
    </AskedPart>
  );
}

interface CandlesProps extends TickerChartProps {
  bars: components["schemas"]["BarsOut"];
  source: Source;
}

function Candles({ bars, ticker, backtest, trades, account, source }: CandlesProps) {
  const say = useWords(reportWords);
  const format = useFormat();
  const marks = useMemo(() => marksOn(ticker, trades, say, format), [ticker, trades, say, format]);
  const indicators = useMemo(() => indicatorsIn(backtest.plan.strategy as Document), [backtest]);
  const summary = say("prices_text", {
    symbol: ticker,
    from: format.date(bars.time[0]?.slice(0, 10)),
    to: format.date(bars.time.at(-1)?.slice(0, 10)),
    bars: format.number(bars.time.length, 0),
    close: format.price(bars.close.at(-1)),
    trades: format.number(marks.length / 2, 0),
  });
  const cut =
    bars.total > bars.time.length
      ? ` ${say("prices_cut", { bars: format.number(bars.time.length, 0) })}`
      : "";
  return (
    <Suspense fallback={<LoadingPart isChart />}>
      <SymbolWorkbench
        title={say("prices")}
        summary={summary + cut}
        source={source}
        bars={bars}
        indicators={indicators}
        lines={account}
        marks={marks}
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
