// The account of a backtest as named curves: the strategy, buying and holding beside it, and the drawdown.
import { useMemo } from "react";
import { equityLines } from "../../../charts/workbench/equity";
import type { ChartLine, NamedCurve } from "../../../charts/workbench/model";
import { useWords } from "../../../i18n/words";
import type { Report } from "./report";
import { reportWords } from "./reportWords";

interface AccountCurves {
  lines: readonly NamedCurve[];
  drawdown: NamedCurve;
}

export function useAccountCurves({ curves }: Report): AccountCurves {
  const say = useWords(reportWords);
  return useMemo(
    () => ({
      lines: [
        { name: say("line_strategy"), ...curves.equity },
        { name: say("line_held"), ...curves.benchmark },
      ],
      drawdown: { name: say("line_drawdown"), ...curves.drawdown },
    }),
    [say, curves],
  );
}

export function accountLines({ lines, drawdown }: AccountCurves): ChartLine[] {
  return equityLines(lines, drawdown);
}
