// A small session for tests, in the shape that the server sends.
import type { ResearchDetail, ResearchResult } from "../experts";

const EVIDENCE = {
  tag: "E1",
  id: "bar:DEMO1.SZ:1d:2025-12-31:demo#close",
  metric: "close",
  name: "closing price",
  shown: "17.90 CNY/share",
  value: 17.9,
  text: null,
  unit: "CNY/share",
  period: "2025-12-31",
  source: "demo",
  known_at: "2025-12-31T07:00:00+00:00",
  rows: ["bar:DEMO1.SZ:1d:2025-12-31:demo"],
};

const TECHNICAL = {
  signal: "BULLISH",
  confidence: 0.48,
  summary_reasoning: "The close of 17.90 CNY/share[E1] is above its average.",
  risk_warning: "It may fall.",
  narrative_report: "",
  company: { zh: "演示星河制造", en: "Demo Galaxy Works" },
  engine: "rules",
  grounding: { numbers: 1, bound: 1, violations: [] },
  evidence: [EVIDENCE],
};

const CASE = { supporting_arguments: [], confidence: 0.2 };

export const RESULT: ResearchResult = {
  symbol: "DEMO1.SZ",
  overall_status: "partial",
  expert_results: {
    technical_analyst: { status: "success", data: TECHNICAL },
    financial_auditor: { status: "failed", error: "No financial report was known." },
  },
  debate_outcome: {
    direction: "NEUTRAL",
    confidence: 0.65,
    bull_case: {
      ...CASE,
      core_thesis: "It rises.",
      supporting_arguments: [
        {
          dimension: "technical_analyst",
          argument: "The close is 17.90 CNY/share[technical_analyst:E1].",
          evidence: "",
          strength: "MEDIUM",
        },
      ],
    },
    bear_case: { ...CASE, core_thesis: "It falls." },
    risk_matrix: [
      { risk: "A weak quarter", probability: "HIGH", impact: "MEDIUM", mitigation: "Wait." },
    ],
    key_disagreements: [],
    conflict_resolution: "Even.",
    engine: "rules",
    rounds: 1,
  },
  debate_error: null,
  verdict: {
    action: "HOLD",
    confidence: 0.64,
    probability: 0.5,
    time_horizon: 60,
    benchmark: "DEMO9.SH",
    risk_warnings: [],
    reasoning: "",
    engine: "rules",
    call_number: 4,
  },
  judge_error: null,
  session_id: "s-1",
};

export function detailOf(change: Partial<ResearchDetail>): ResearchDetail {
  return {
    session_id: "s-1",
    symbol: "DEMO1.SZ",
    experts: [
      "technical_analyst",
      "financial_auditor",
      "valuation_modeler",
      "macro_intelligence",
      "catalyst_detective",
    ],
    options: {},
    skip_debate: false,
    rounds: 1,
    analysis_date: null,
    language: "en",
    status: "partial",
    attempt: 1,
    created_at: "2026-11-15T08:00:00Z",
    started_at: "2026-11-15T08:00:00Z",
    finished_at: "2026-11-15T08:00:03Z",
    error: null,
    result: RESULT,
    failures: {},
    nodes: [],
    costs: [],
    total_cost: null,
    ...change,
  };
}
