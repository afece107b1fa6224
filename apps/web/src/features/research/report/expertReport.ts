// What one expert brought in one shape, whichever of the five it is; the server has other fields for each.
import type { Expert, ResearchResult } from "../experts";
import { type EvidenceRow, evidenceOf } from "./evidence/evidence";
import { type Grounding, groundingOf } from "./grounding";
import { figure, type Json, record, text } from "./json";

export interface ExpertReport {
  status: "success";
  expert: Expert;
  signal: string;
  confidence: number | null;
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
    engine: text(data.engine),
    grounding: groundingOf(data.grounding, data.engine),
    evidence: evidenceOf(expert, data),
  };
}
