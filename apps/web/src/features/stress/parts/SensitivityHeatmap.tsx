// Sharpe over the two most sensitive numbers, with the chosen pair marked.
import { Heatmap } from "../../../charts/Heatmap";
import { useFormat } from "../../../i18n/format";
import { useWords } from "../../../i18n/words";
import { placeOf, type Sensitivity, type SensitivityMap } from "../report";
import { useRatio } from "../useRatio";
import { words } from "../words";

export function SensitivityHeatmap({ found }: { found: Sensitivity }) {
  const say = useWords(words);
  const format = useFormat();
  const ratio = useRatio();
  const { heatmap } = found;
  if (heatmap === null) return <p className="text-soft">{say("no_heatmap")}</p>;
  const marked = chosenCell(found, heatmap);
  const known = heatmap.sharpe.flat().filter((value) => value !== null);
  const values = {
    first: placeOf(heatmap.first),
    second: placeOf(heatmap.second),
    low: ratio(known.length > 0 ? Math.min(...known) : null),
    high: ratio(known.length > 0 ? Math.max(...known) : null),
  };
  const chosen = marked && heatmap.sharpe[marked.row]?.[marked.column];
  const summary = marked
    ? say("heat_text", { ...values, chosen: ratio(chosen) })
    : say("heat_text_no_mark", values);
  const hasHoles = known.length < heatmap.sharpe.flat().length;
  return (
    <div data-testid="sensitivity-heatmap">
      <Heatmap
        title={say("heat_title")}
        summary={hasHoles ? `${summary} ${say("heat_left_out")}` : summary}
        rows={heatmap.first_values.map((value) => format.number(value, 6))}
        columns={heatmap.second_values.map((value) => format.number(value, 6))}
        values={heatmap.sharpe}
        format={ratio}
        kind="diverging"
        {...(marked && { marked })}
      />
    </div>
  );
}

/** Where the chosen values of both numbers meet; null where one of them is not on the grid. */
export function chosenCell(
  { curves }: Sensitivity,
  { first, second, first_values, second_values }: SensitivityMap,
): { row: number; column: number } | null {
  const chosen = (pointer: string) => curves.find((curve) => curve.pointer === pointer)?.chosen;
  const row = indexOf(first_values, chosen(first));
  const column = indexOf(second_values, chosen(second));
  return row < 0 || column < 0 ? null : { row, column };
}

function indexOf(values: number[], wanted: number | undefined): number {
  return values.findIndex((value) => wanted !== undefined && Math.abs(value - wanted) < 1e-9);
}
