// A table of figures whose cells are coloured by how large they are; it stays a table for who cannot see colour.
import { useId } from "react";
import { UNKNOWN } from "../i18n/format";
import { Figure } from "./Figure";
import { shadeOf } from "./shades";

interface HeatmapProps {
  title: string;
  /** One or two sentences with the figures that matter. */
  summary: string;
  rows: string[];
  columns: string[];
  values: (number | null)[][];
  format: (value: number) => string;
  /** `diverging` is coloured around zero as up and down, `sequential` from nothing to the largest. */
  kind: "diverging" | "sequential";
  /** The one cell that the picture is about. */
  marked?: { row: number; column: number };
}

export function Heatmap({
  title,
  summary,
  rows,
  columns,
  values,
  format,
  kind,
  marked,
}: HeatmapProps) {
  const largest = Math.max(0, ...values.flat().map((value) => Math.abs(value ?? 0)));
  const captionId = useId();
  return (
    <Figure title={title} summary={summary}>
      <div
        role="region"
        aria-label={title}
        aria-describedby={captionId}
        tabIndex={0}
        className="relative max-w-full overflow-x-auto"
      >
        <table className="border-separate border-spacing-0.5 text-sm">
          <caption id={captionId} className="sr-only">
            {summary}
          </caption>
          <thead>
            <tr>
              <th scope="col">
                <span className="sr-only">{title}</span>
              </th>
              {columns.map((column) => (
                <th
                  key={column}
                  scope="col"
                  className="px-2 py-1 text-center font-normal text-soft"
                >
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
              <tr key={row}>
                <th
                  scope="row"
                  className="sticky left-0 bg-surface px-2 py-1 text-right font-normal whitespace-nowrap text-soft"
                >
                  {row}
                </th>
                {columns.map((name, column) => (
                  <Cell
                    key={name}
                    value={values[at]?.[column] ?? null}
                    largest={largest}
                    kind={kind}
                    format={format}
                    isMarked={marked?.row === at && marked.column === column}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Figure>
  );
}

interface CellProps extends Pick<HeatmapProps, "format" | "kind"> {
  value: number | null;
  largest: number;
  isMarked: boolean;
}

function Cell({ value, largest, kind, format, isMarked }: CellProps) {
  const frame = isMarked ? "font-semibold outline-2 -outline-offset-2 outline-ink" : "";
  return (
    <td
      data-marked={isMarked || undefined}
      className={`min-w-12 rounded-sm px-2 py-1.5 text-center font-mono whitespace-nowrap text-ink tabular-nums ${shadeOf(value, largest, kind)} ${frame}`}
    >
      {value === null ? UNKNOWN : format(value)}
      {isMarked && <span aria-hidden="true"> ◆</span>}
    </td>
  );
}
