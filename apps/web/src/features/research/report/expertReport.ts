// What one expert brought in one shape, whichever of the five it is; the server has other fields for each.
import type { Expert, ResearchResult } from "../experts";
import { type EvidenceRow, evidenceOf } from "./evidence/evidence";
import { type Grounding, groundingOf } from "./grounding";
import { figure, figures, type Json, record, text } from "./json";

export interface ExpertReport {
  status: "success";
  expert: Expert;
  signal: string;
  confidence: number | null;
  levels: { support: number[]; resistance: number[] } | null;
  range: { lower: number; upper: number } | null;
  engine: string;
  grounding: Grounding;
  evidence: EvidenceRow[];
}

export interface ExpertFailure {
  status: "failed";
  expert: Expert;
  error: string;
}

const SIGNALS = ["signal", "valuation_verdict", "macro_environment", "catalyst_assessment"];

export function reportOf(
  expert: Expert,
  outcome: ResearchResult["expert_results"][string],
): ExpertReport | ExpertFailure {
  if (outcome.status === "failed") return { status: "failed", expert, error: outcome.error };
  const data: Json = { ...outcome.data, ...record(outcome.data.result) };
  return {
    status: "success",
    expert,
    signal: SIGNALS.map((name) => text(data[name])).find((each) => each !== "") ?? "",
    confidence: figure(data.confidence) ?? figure(data.confidence_score),
    levels: levelsOf(data.key_technical_levels),
    range: rangeOf(record(data.estimated_intrinsic_value_range)),
    engine: text(data.engine),
    grounding: groundingOf(data.grounding, data.engine),
    evidence: evidenceOf(expert, data),
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
