// What an account was worth, in the chart workbench: named lines on one time axis, with the drawdown in step below them.
import { useMemo } from "react";
import { equityLines } from "./workbench/equity";
import type { NamedCurve } from "./workbench/model";
import Workbench from "./workbench/Workbench";

interface CurveChartProps {
  title: string;
  /** The same in words: where it began and ended, the deepest fall and when. */
  summary: string;
  isSummaryHidden?: boolean;
  /** The first is the one that matters; those after it are drawn thinner and dashed. */
  lines: readonly NamedCurve[];
  /** Fractions at or below 0; left out, only the lines are drawn. */
  drawdown?: NamedCurve;
  isIntraday?: boolean;
  isCompact?: boolean;
}

export default function CurveChart({ lines, drawdown, ...rest }: CurveChartProps) {
  const content = useMemo(() => ({ lines: equityLines(lines, drawdown) }), [lines, drawdown]);
  return <Workbench {...rest} content={content} testId="equity-chart" />;
}
