// Which of an expert's rows a person looks at first.
import type { Expert } from "../experts";
import type { EvidenceRow } from "./evidence/evidence";

const FIRST_LOOKED_AT: Record<Expert, readonly string[]> = {
  technical_analyst: ["close", "ma20", "rsi14", "adx14", "volume_ratio", "return_20d"],
  financial_auditor: [
    "financial_score",
    "roe",
    "gross_margin",
    "revenue_yoy",
    "net_profit_yoy",
    "cash_conversion",
  ],
  valuation_modeler: [
    "price",
    "value_middle",
    "safety_margin",
    "pe_ttm",
    "pe_percentile",
    "dcf_base",
  ],
  macro_intelligence: ["policy_rate", "m2_growth", "cpi_inflation", "pmi", "gdp_growth"],
  catalyst_detective: [],
};

/** The newest row of each; the server sends the newest period first. */
export function keyNumbers(expert: Expert, evidence: readonly EvidenceRow[]): EvidenceRow[] {
  return FIRST_LOOKED_AT[expert].flatMap(
    (metric) => evidence.find((row) => row.metric === metric) ?? [],
  );
}
