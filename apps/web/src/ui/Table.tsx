// A table that scrolls inside its own frame on a narrow screen, with figures on the right.
import type { ReactNode } from "react";

export interface Column<T> {
  name: string;
  /** What the column's head says. */
  head: ReactNode;
  cell: (row: T) => ReactNode;
  isFigure?: boolean;
}

interface TableProps<T> {
  /** Read out to who cannot see it. */
  label: string;
  columns: readonly Column<T>[];
  rows: readonly T[];
  keyOf: (row: T) => string;
}

export function Table<T>({ label, columns, rows, keyOf }: TableProps<T>) {
  return (
    <div role="region" aria-label={label} tabIndex={0} className="overflow-x-auto">
      <table className="w-full border-collapse text-sm">
        <thead>
          <tr className="border-b border-line-strong text-left text-soft">
            {columns.map((column) => (
              <th
                key={column.name}
                scope="col"
                className={`px-3 py-2 font-medium ${align(column)}`}
              >
                {column.head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} className="border-b border-line last:border-0 hover:bg-well">
              {columns.map((column) => (
                <td key={column.name} className={`px-3 py-2 align-top ${align(column)}`}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function align<T>({ isFigure }: Column<T>): string {
  return isFigure ? "text-right font-mono tabular-nums" : "";
}
