// The `tradingview_chart` card: the candles of a symbol as far as the server knows them.
import { lazy, Suspense } from "react";
import { useApi } from "../../../api/ApiContext";
import { unwrap } from "../../../api/client";
import { useAsked } from "../../../api/useAsked";
import type { components } from "../../../contracts/api";
import { useFormat } from "../../../i18n/format";
import { useWords } from "../../../i18n/words";
import { AskedPart } from "../../../ui/form/AskedPart";
import { Badge } from "../../../ui/Badge";
import { LoadingPart } from "../../../ui/Loading";
import type { CardProps } from "../../cards";
import { isIntraday } from "../report/report";
import { reportWords } from "../report/reportWords";
import { useTimeframe } from "../useTimeframe";
import { words } from "../words";

const PriceChart = lazy(() => import("../../../charts/PriceChart"));
const BARS = 500;

export default function PriceChartCard({ card }: CardProps<"tradingview_chart">) {
  const api = useApi();
  const { symbol, timeframe } = card;
  const bars = useAsked(`bars:${symbol}:${timeframe}`, (signal) =>
    unwrap(
      api.client.GET("/api/v1/data/bars/{symbol}", {
        params: { path: { symbol }, query: { timeframe, limit: BARS } },
        signal,
      }),
    ),
  );
  return (
    <section className="min-w-0 rounded-lg border border-line bg-surface p-4">
      <AskedPart of={bars}>{(value) => <Candles bars={value} />}</AskedPart>
    </section>
  );
}

function Candles({ bars }: { bars: components["schemas"]["BarsOut"] }) {
  const say = useWords(words);
  const sayReport = useWords(reportWords);
  const format = useFormat();
  const timeframe = useTimeframe();
  const intraday = isIntraday(bars.timeframe);
  const at = (moment: string | undefined) =>
    intraday ? format.dateTime(moment) : format.date(moment?.slice(0, 10));
  return (
    <>
      <p className="mb-2 flex flex-wrap items-center gap-2 text-sm text-soft">
        {bars.is_demo && <Badge tone="accent">{say("demo")}</Badge>}
        {say("last_bar", { date: at(bars.time.at(-1)) })}
      </p>
      <Suspense fallback={<LoadingPart isChart />}>
        <PriceChart
          title={sayReport("price_card", {
            symbol: bars.symbol,
            timeframe: timeframe(bars.timeframe),
          })}
          summary={sayReport("price_card_text", {
            from: at(bars.time[0]),
            to: at(bars.time.at(-1)),
            bars: format.number(bars.time.length, 0),
            close: format.number(bars.close.at(-1), 4),
          })}
          bars={bars}
          isIntraday={intraday}
        />
      </Suspense>
    </>
  );
}
