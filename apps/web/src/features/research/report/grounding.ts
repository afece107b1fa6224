// How far evidence bears out what an expert, the debate or the judge said, read from the server's plain JSON.
import { figure, type Json, list, record, text, texts } from "./json";

export interface Violation {
  kind: string;
  /** The words that no row bears out. */
  quote: string;
}

export interface Grounding {
  stated: number | null;
  bound: number | null;
  claims: number;
  supported: number;
  /** Sentences that were taken out. */
  removed: number;
  violations: Violation[];
  opinions: string[];
}

/** `engine`: who wrote the words; sentences of a program's own are no opinions. */
export function groundingOf(answer: unknown, engine: unknown): Grounding {
  const grounding = record(answer);
  const count = (name: string) => figure(grounding[name]) ?? 0;
  return {
    stated: figure(grounding.numbers),
    bound: figure(grounding.bound),
    claims: count("claims"),
    supported: count("supported"),
    removed: count("removed"),
    violations: list(grounding.violations).map((each) => violationOf(record(each))),
    opinions: engine === "rules" ? [] : [...new Set(texts(grounding.opinions))],
  };
}

function violationOf({ kind, number, sentence }: Json): Violation {
  return { kind: text(kind), quote: [text(number), text(sentence)].filter(Boolean).join(" · ") };
}
