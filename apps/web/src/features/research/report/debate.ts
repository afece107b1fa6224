// The debate, read from the server's plain JSON.
import { type Grounding, groundingOf } from "./grounding";
import { figure, type Json, list, record, text } from "./json";

const LEVELS = ["LOW", "MEDIUM", "HIGH"] as const;
export type Level = (typeof LEVELS)[number];

interface Argument {
  dimension: string;
  argument: string;
  strength: Level | null;
}

export interface Case {
  side: "bull" | "bear";
  thesis: string;
  arguments: Argument[];
}

export interface Debate {
  direction: string;
  confidence: number | null;
  bull: Case;
  bear: Case;
  resolution: string;
  engine: string;
  grounding: Grounding;
}

export function debateOf(outcome: Json | null | undefined): Debate | null {
  if (!outcome || Object.keys(outcome).length === 0) return null;
  return {
    direction: text(outcome.direction),
    confidence: figure(outcome.confidence),
    bull: caseOf("bull", record(outcome.bull_case)),
    bear: caseOf("bear", record(outcome.bear_case)),
    resolution: text(outcome.conflict_resolution),
    engine: text(outcome.engine),
    grounding: groundingOf(outcome.grounding, outcome.engine),
  };
}

function caseOf(side: Case["side"], answer: Json): Case {
  return {
    side,
    thesis: text(answer.core_thesis),
    arguments: list(answer.supporting_arguments).map((each) => {
      const { dimension, argument, strength } = record(each);
      return { dimension: text(dimension), argument: text(argument), strength: levelOf(strength) };
    }),
  };
}

function levelOf(value: unknown): Level | null {
  return LEVELS.find((level) => level === value) ?? null;
}
