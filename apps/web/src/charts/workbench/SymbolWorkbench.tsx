// The workbench on the bars of one instrument, with indicators of the catalogue and other instruments to choose.
import { useMemo, useState } from "react";
import { FailureText } from "../../ui/Failure";
import { useWords } from "../../i18n/words";
import { chartWords } from "../chartWords";
import { CompareTool } from "./CompareTool";
import { type ChosenIndicator, textOf } from "./indicatorText";
import { IndicatorTool } from "./IndicatorTool";
import type { ChartLine, PriceBars } from "./model";
import { useComparisons } from "./useComparisons";
import { type Source, useIndicatorLines, useIndicators } from "./useIndicators";
import Workbench, { type WorkbenchProps } from "./Workbench";

interface SymbolWorkbenchProps extends Omit<WorkbenchProps, "tools" | "isCompared" | "content"> {
  source: Source;
  /** Of that source; asked for by whoever needs them for more than the picture. */
  bars: PriceBars;
  /** Those of a strategy, to begin with. */
  indicators?: readonly ChosenIndicator[];
  /** Panes of a page's own: equity, drawdown. */
  lines?: readonly ChartLine[];
  marks?: WorkbenchProps["content"]["marks"];
  levels?: WorkbenchProps["content"]["levels"];
}

const NO_INDICATORS: readonly ChosenIndicator[] = [];

export default function SymbolWorkbench({
  source,
  bars,
  indicators = NO_INDICATORS,
  lines,
  marks,
  levels,
  ...rest
}: SymbolWorkbenchProps) {
  const say = useWords(chartWords);
  const [chosen, setChosen] = useState(indicators);
  const [others, setOthers] = useState<readonly string[]>([]);
  const { asked } = useIndicators(source, chosen.map(textOf));
  // What is on the chart stays while the next answer is on its way.
  const arrived = asked.status === "there" ? asked.value : undefined;
  const [ready, setReady] = useState(arrived ?? null);
  if (arrived !== undefined && arrived !== ready) setReady(arrived);
  const computed = useIndicatorLines(chosen.length > 0 ? ready : null);
  const { lines: compared, failed } = useComparisons(source, others);
  const content = useMemo(
    () => ({
      bars,
      name: source.symbol,
      lines: [...compared, ...computed, ...(lines ?? [])],
      marks,
      levels: compared.length > 0 ? undefined : levels,
    }),
    [bars, source.symbol, compared, computed, lines, marks, levels],
  );
  return (
    <>
      <Workbench
        {...rest}
        content={content}
        isCompared={compared.length > 0}
        tools={
          <>
            <IndicatorTool chosen={chosen} onChange={setChosen} />
            <CompareTool symbol={source.symbol} chosen={others} onChange={setOthers} />
          </>
        }
      />
      {asked.status === "failed" && (
        <div role="alert" className="mt-2 text-sm text-danger">
          <p>{say("indicator_failed")}</p>
          <FailureText error={asked.error} />
        </div>
      )}
      {failed.map((symbol) => (
        <p key={symbol} role="alert" className="mt-2 text-sm text-danger">
          {say("compare_failed", { symbol })}
        </p>
      ))}
    </>
  );
}
