// One expert's report in one shape, whichever of the five it is; the server has other fields for each.
import type { Expert, ResearchResult } from "../experts";
import { type EvidenceRow, evidenceOf } from "./evidence/evidence";
import { type Grounding, groundingOf } from "./grounding";
import { figure, figures, type Json, list, record, text, texts } from "./json";

export interface Dimension {
  name: string;
  /** From 0 to 100, where the expert scores. */
  score: number | null;
  stance: string;
  assessment: string;
}

export interface Catalyst {
  isPositive: boolean;
  event: string;
  impact: string;
  timeframe: string;
  probability: string;
}

export interface ExpertReport {
  status: "success";
  expert: Expert;
  signal: string;
  confidence: number | null;
  summary: string;
  points: string[];
  risks: string[];
  dimensions: Dimension[];
  catalysts: Catalyst[];
  levels: { support: number[]; resistance: number[] } | null;
  range: { lower: number; upper: number } | null;
  narrative: string;
  engine: string;
  grounding: Grounding;
  evidence: EvidenceRow[];
  sources: string[];
  /** What the expert had to do without. */
  missing: string[];
}

export interface ExpertFailure {
  status: "failed";
  expert: Expert;
  error: string;
}

export function reportOf(
  expert: Expert,
  outcome: ResearchResult["expert_results"][string],
): ExpertReport | ExpertFailure {
  if (outcome.status === "failed") return { status: "failed", expert, error: outcome.error };
  const data: Json = { ...outcome.data, ...record(outcome.data.result) };
  const first = (...names: string[]) =>
    names.map((name) => text(data[name])).find((each) => each !== "") ?? "";
  return {
    status: "success",
    expert,
    signal: first("signal", "valuation_verdict", "macro_environment", "catalyst_assessment"),
    confidence: figure(data.confidence) ?? figure(data.confidence_score),
    summary: first("summary_reasoning", "reasoning_summary", "macro_summary", "catalyst_summary"),
    points: [...texts(data.key_evidence), ...texts(data.key_opportunities)],
    risks: risksOf(data),
    dimensions: list(data.dimension_analyses).map((each) => dimensionOf(record(each))),
    catalysts: [
      ...list(data.positive_catalysts).map((each) => catalystOf(each, true)),
      ...list(data.negative_catalysts).map((each) => catalystOf(each, false)),
    ],
    levels: levelsOf(data.key_technical_levels),
    range: rangeOf(record(data.estimated_intrinsic_value_range)),
    narrative: text(data.narrative_report),
    engine: text(data.engine),
    grounding: groundingOf(data.grounding, data.engine),
    evidence: evidenceOf(expert, data),
    sources: texts(data.information_sources),
    missing: [...texts(data.degraded), ...texts(Object.values(record(data.absent)))],
  };
}

function risksOf(data: Json): string[] {
  const risks = [...texts(data.key_risks), ...texts(data.risk_factors)];
  return risks.length > 0 ? risks : texts([data.risk_warning]);
}

function dimensionOf(each: Json): Dimension {
  return {
    name: text(each.dimension),
    score: figure(each.score),
    stance: text(each.stance),
    assessment: text(each.assessment),
  };
}

function catalystOf(value: unknown, isPositive: boolean): Catalyst {
  const each = record(value);
  return {
    isPositive,
    event: text(each.event) || text(value),
    impact: text(each.expected_impact),
    timeframe: text(each.timeframe),
    probability: text(each.probability),
  };
}

function levelsOf(value: unknown): ExpertReport["levels"] {
  const { support, resistance } = record(value);
  const levels = { support: figures(support), resistance: figures(resistance) };
  return levels.support.length + levels.resistance.length > 0 ? levels : null;
}

function rangeOf({ lower_bound, upper_bound }: Json): ExpertReport["range"] {
  const lower = figure(lower_bound);
  const upper = figure(upper_bound);
  return lower !== null && upper !== null ? { lower, upper } : null;
}
