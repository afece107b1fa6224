// The debate, read from the server's plain JSON.
import { type Grounding, groundingOf } from "./grounding";
import { figure, type Json, list, record, text, texts } from "./json";

const LEVELS = ["LOW", "MEDIUM", "HIGH"] as const;
export type Level = (typeof LEVELS)[number];

export interface Argument {
  dimension: string;
  argument: string;
  evidence: string;
  strength: Level | null;
}

export interface Case {
  side: "bull" | "bear";
  thesis: string;
  confidence: number | null;
  arguments: Argument[];
  /** What this side grants the other. */
  granted: string[];
  /** What would move the price its way. */
  triggers: string[];
}

export interface Risk {
  /** Its short name on the page, as R1. */
  mark: string;
  risk: string;
  probability: Level | null;
  impact: Level | null;
  mitigation: string;
}

export interface Debate {
  direction: string;
  confidence: number | null;
  bull: Case;
  bear: Case;
  risks: Risk[];
  disagreements: string[];
  resolution: string;
  engine: string;
  rounds: number | null;
  degraded: string[];
  grounding: Grounding;
}

export function debateOf(outcome: Json | null | undefined): Debate | null {
  if (!outcome || Object.keys(outcome).length === 0) return null;
  return {
    direction: text(outcome.direction),
    confidence: figure(outcome.confidence),
    bull: caseOf("bull", record(outcome.bull_case)),
    bear: caseOf("bear", record(outcome.bear_case)),
    risks: list(outcome.risk_matrix).map((each, index) => riskOf(record(each), index)),
    disagreements: texts(outcome.key_disagreements),
    resolution: text(outcome.conflict_resolution),
    engine: text(outcome.engine),
    rounds: figure(outcome.rounds),
    degraded: texts(outcome.degraded),
    grounding: groundingOf(outcome.grounding, outcome.engine),
  };
}

function caseOf(side: Case["side"], answer: Json): Case {
  return {
    side,
    thesis: text(answer.core_thesis),
    confidence: figure(answer.confidence),
    arguments: list(answer.supporting_arguments).map((each) => {
      const { dimension, argument, evidence, strength } = record(each);
      return {
        dimension: text(dimension),
        argument: text(argument),
        evidence: text(evidence),
        strength: levelOf(strength),
      };
    }),
    granted: texts(side === "bull" ? answer.acknowledged_risks : answer.acknowledged_strengths),
    triggers: texts(side === "bull" ? answer.price_catalysts : answer.risk_triggers),
  };
}

function riskOf({ risk, probability, impact, mitigation }: Json, index: number): Risk {
  return {
    mark: `R${index + 1}`,
    risk: text(risk),
    probability: levelOf(probability),
    impact: levelOf(impact),
    mitigation: text(mitigation),
  };
}

function levelOf(value: unknown): Level | null {
  return LEVELS.find((level) => level === value) ?? null;
}
