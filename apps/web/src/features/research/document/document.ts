// The report of a session as parts to draw: the same document that the files are made of.
import type { components } from "../../../contracts/api";
import { isExpert } from "../experts";
import type { Reference } from "../report/evidence/citations";

type Schemas = components["schemas"];
export type ReportDocument = Schemas["ReportDocument"];
export type Part = ReportDocument["parts"][number];
export type Section = Schemas["Section"];
export type Block = Schemas["Block"];
export type ReportTable = Schemas["ReportTable"];
export type FactSheet = Schemas["FactSheet"];
export type ReportFact = Schemas["ReportFact"];
export type FigurePart = Schemas["FigurePart"];
export type ColumnSide = Schemas["ColumnSide"];
export type TextSpan = Schemas["TextSpan"];
export type Drawing = Schemas["Drawing"];
export type Shape = Drawing["shapes"][number];
type Tone = Shape["tone"];
export type Cell = ReportTable["rows"][number][number];

/** The row that a span rests on; null where it rests on none. */
export function referenceOf({ anchor }: TextSpan): Reference | null {
  const [expert, tag] = (anchor ?? "").split("-");
  return expert && tag && isExpert(expert) ? { expert, tag } : null;
}

export function textOf(spans: readonly TextSpan[]): string {
  return spans.map((span) => span.text).join("");
}

/** The theme's own colours: rises and falls follow the market's convention. */
export const COLOURS: Record<Tone, string> = {
  ink: "var(--ink)",
  soft: "var(--ink-soft)",
  grid: "var(--line)",
  accent: "var(--focus)",
  second: "var(--accent)",
  rise: "var(--up)",
  fall: "var(--down)",
  warn: "var(--accent)",
  paper: "var(--surface)",
};
