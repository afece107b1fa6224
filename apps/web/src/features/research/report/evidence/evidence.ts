// The rows behind an expert's numbers: what each says, where it comes from, and since when it was known.
import type { Expert } from "../../experts";
import { figure, type Json, list, record, text, texts } from "../json";

export interface EvidenceRow {
  expert: Expert;
  tag: string;
  id: string;
  metric: string;
  /** What the metric is called in the report's language. */
  name: string;
  /** The value with its unit; for a document, its text. */
  value: string;
  period: string;
  source: string;
  knownAt: string | null;
  /** The stored rows that it was computed from. */
  rows: string[];
  /** One of the server's own thresholds and no data. */
  isRule: boolean;
  isDemo: boolean;
}

export function evidenceOf(expert: Expert, data: Json): EvidenceRow[] {
  return list(data.evidence).map((each) => rowOf(expert, record(each)));
}

function rowOf(expert: Expert, row: Json): EvidenceRow {
  const tag = text(row.tag);
  const metric = text(row.metric);
  const id = text(row.id);
  const rows = texts(row.rows);
  const source = text(row.source);
  return {
    expert,
    tag,
    id,
    metric,
    name: text(row.name) || metric,
    value: text(row.shown) || plainValue(row),
    period: text(row.period),
    source,
    knownAt: text(row.known_at) || null,
    rows,
    isRule: id.startsWith("rule:"),
    isDemo: source === "demo" || [id, ...rows].some((each) => /:demo(#|$)/.test(each)),
  };
}

function plainValue(row: Json): string {
  const value = figure(row.value);
  if (value === null) return text(row.text);
  const unit = text(row.unit);
  return unit === "plain" || unit === "points" ? `${value}` : `${value} ${unit}`;
}
