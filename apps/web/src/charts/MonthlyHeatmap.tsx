// Returns by year and month as a table: the figure in each cell, and a shade that deepens with it.
import { LANGUAGE_TAGS } from "../i18n/language";
import { useLanguage } from "../i18n/LanguageContext";
import { formatIn } from "../i18n/format";

export interface MonthlyRow {
  year: number;
  /** January first; null where there was no bar. */
  months: readonly (number | null)[];
  total: number;
}

interface MonthlyHeatmapProps {
  /** The table's caption. */
  title: string;
  /** The heads of the first and the last column. */
  yearHead: string;
  totalHead: string;
  rows: readonly MonthlyRow[];
}

export function MonthlyHeatmap({ title, yearHead, totalHead, rows }: MonthlyHeatmapProps) {
  const { language } = useLanguage();
  const months = monthNames(LANGUAGE_TAGS[language]);
  return (
    <div
      role="region"
      aria-label={title}
      tabIndex={0}
      data-testid="monthly-heatmap"
      className="overflow-x-auto"
    >
      <table className="w-full border-separate border-spacing-0.5 text-sm">
        <caption className="mb-2 text-left text-sm font-medium">{title}</caption>
        <thead>
          <tr className="text-soft">
            <th scope="col" className="px-2 py-1 text-left font-medium">
              {yearHead}
            </th>
            {months.map((month) => (
              <th key={month} scope="col" className="px-1 py-1 text-right font-medium">
                {month}
              </th>
            ))}
            <th scope="col" className="px-2 py-1 text-right font-medium">
              {totalHead}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.year}>
              <th scope="row" className="px-2 py-1 text-left font-mono font-medium">
                {row.year}
              </th>
              {months.map((month, at) => (
                <Cell key={month} value={row.months[at] ?? null} />
              ))}
              <Cell value={row.total} isTotal />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Cell({ value, isTotal = false }: { value: number | null; isTotal?: boolean }) {
  const { language } = useLanguage();
  return (
    <td
      className={`min-w-14 rounded-sm px-1 py-1 text-right font-mono tabular-nums ${shadeOf(value)} ${isTotal ? "font-semibold" : ""}`}
    >
      {formatIn(language).signedPercent(value)}
    </td>
  );
}

const UP = ["bg-up/10", "bg-up/20", "bg-up/30", "bg-up/45"] as const;
const DOWN = ["bg-down/10", "bg-down/20", "bg-down/30", "bg-down/45"] as const;
const LIMITS = [0.01, 0.03, 0.06] as const;

/** Nothing for no change; deeper from 1, 3 and 6 percent on. */
export function shadeOf(value: number | null): string {
  if (value === null || value === 0) return "text-soft";
  const depth = LIMITS.filter((limit) => Math.abs(value) >= limit).length;
  return (value > 0 ? UP : DOWN)[depth]!;
}

function monthNames(tag: string): string[] {
  const name = new Intl.DateTimeFormat(tag, { month: "short", timeZone: "UTC" });
  return Array.from({ length: 12 }, (_, month) => name.format(new Date(Date.UTC(2024, month, 1))));
}
