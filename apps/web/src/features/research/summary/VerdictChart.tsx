// The prices as the desk knew them, with the levels of the verdict and the earlier calls on the same instrument.
import { lazy, Suspense, useMemo } from "react";
import { useApi } from "../../../api/ApiContext";
import { unwrap } from "../../../api/client";
import { useAsked } from "../../../api/useAsked";
import type { ChartMark, PriceLevel, Tone } from "../../../charts/workbench/model";
import { useFormat } from "../../../i18n/format";
import { useWords } from "../../../i18n/words";
import { FailureText } from "../../../ui/Failure";
import { AskedPart } from "../../../ui/form/AskedPart";
import { LoadingPart } from "../../../ui/Loading";
import type { ResearchDetail, ResearchResult } from "../experts";
import { instantOf, type LevelKind, levelsOf } from "./figures";
import { summaryWords } from "./summaryWords";
import { useCallMarks } from "./useCallMarks";

const SymbolWorkbench = lazy(() => import("../../../charts/workbench/SymbolWorkbench"));
const Workbench = lazy(() => import("../../../charts/workbench/Workbench"));
const BARS = 2500;
const TONES: Record<LevelKind, Tone> = {
  support: "soft",
  resistance: "soft",
  value_low: "accent",
  value_high: "accent",
  stop_loss: "down",
  take_profit: "up",
};

interface VerdictChartProps {
  detail: ResearchDetail;
  result: ResearchResult;
  /** Only the picture, for a card among others. */
  isCompact?: boolean;
}

export function VerdictChart({ detail, result, isCompact = false }: VerdictChartProps) {
  const api = useApi();
  const say = useWords(summaryWords);
  const format = useFormat();
  const { symbol } = detail;
  const source = { symbol, timeframe: "1d", asOf: instantOf(detail), limit: BARS };
  const bars = useAsked(`bars ${symbol} ${source.asOf}`, (signal) => {
    const query = { timeframe: "1d", as_of: source.asOf, limit: BARS };
    const params = { path: { symbol }, query };
    return unwrap(api.client.GET("/api/v1/data/bars/{symbol}", { params, signal }));
  });
  const calls = useCallMarks(symbol, source.asOf);
  const levels = useMemo(
    () =>
      levelsOf(result).map(({ kind, price }): PriceLevel => ({
        key: kind,
        name: say(`level_${kind}`),
        price,
        tone: TONES[kind],
      })),
    [result, say],
  );
  if (bars.asked.status === "failed")
    return (
      <div className="text-sm text-soft">
        <FailureText error={bars.asked.error} />
      </div>
    );
  return (
    <AskedPart of={bars} waiting={<LoadingPart isChart />}>
      {(value) => {
        const common = {
          title: say("chart", { symbol }),
          summary: say("chart_text", {
            date: format.date(value.time.at(-1)?.slice(0, 10)),
            close: format.price(value.close.at(-1)),
          }),
          range: "6M",
          testId: "verdict-chart",
        } as const;
        return (
          <Suspense fallback={<LoadingPart isChart />}>
            {isCompact ? (
              <Compact {...common} bars={value} levels={levels} marks={calls} />
            ) : (
              <SymbolWorkbench
                {...common}
                source={source}
                bars={value}
                levels={levels}
                marks={calls}
              />
            )}
          </Suspense>
        );
      }}
    </AskedPart>
  );
}

interface CompactProps {
  title: string;
  summary: string;
  range: "6M";
  testId: string;
  bars: Parameters<typeof SymbolWorkbench>[0]["bars"];
  levels: readonly PriceLevel[];
  marks: readonly ChartMark[];
}

function Compact({ bars, levels, marks, ...rest }: CompactProps) {
  const content = useMemo(() => ({ bars, levels, marks }), [bars, levels, marks]);
  return <Workbench {...rest} content={content} isCompact />;
}
