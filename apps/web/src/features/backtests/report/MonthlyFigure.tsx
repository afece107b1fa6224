// The returns of a backtest by month, in the page's words.
import { MonthlyHeatmap, type MonthlyRow } from "../../../charts/MonthlyHeatmap";
import { useWords } from "../../../i18n/words";
import { reportWords } from "./reportWords";

export function MonthlyFigure({ rows }: { rows: readonly MonthlyRow[] }) {
  const say = useWords(reportWords);
  return (
    <MonthlyHeatmap
      title={say("monthly")}
      yearHead={say("year")}
      totalHead={say("year_total")}
      rows={rows}
    />
  );
}
