// The equity of a backtest beside buying and holding, with its drawdown, in the page's words.
import { lazy, Suspense } from "react";
import { useFormat } from "../../../i18n/format";
import { useWords } from "../../../i18n/words";
import { LoadingPart } from "../../../ui/Loading";
import type { Figures, Report } from "./report";
import { reportWords } from "./reportWords";
import { useAccountCurves } from "./useAccountCurves";

const CurveChart = lazy(() => import("../../../charts/CurveChart"));

interface EquityFigureProps {
  report: Report;
  figures: Figures;
  isIntraday: boolean;
}

export function EquityFigure({ report, figures, isIntraday }: EquityFigureProps) {
  const say = useWords(reportWords);
  const format = useFormat();
  const { lines, drawdown } = useAccountCurves(report);
  return (
    <Suspense fallback={<LoadingPart isChart />}>
      <CurveChart
        title={say("equity")}
        summary={say("equity_text", {
          from: format.date(report.first),
          to: format.date(report.last),
          first: format.number(figures.initial_cash, 0),
          last: format.number(figures.final_equity, 0),
          held: format.number(report.curves.benchmark.value.at(-1), 0),
          depth: format.percent(figures.max_drawdown),
        })}
        lines={lines}
        drawdown={drawdown}
        isIntraday={isIntraday}
      />
    </Suspense>
  );
}
