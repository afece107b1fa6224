// The five experts and the steps behind them, by the names that the server uses.
import type { components } from "../../contracts/api";

export const EXPERTS = [
  "technical_analyst",
  "financial_auditor",
  "valuation_modeler",
  "macro_intelligence",
  "catalyst_detective",
] as const;
export type Expert = (typeof EXPERTS)[number];

/** What a session goes through: its experts, then the debate, then the judge. */
export type Step = Expert | "debate" | "judge";

type Schemas = components["schemas"];
export type ResearchSession = Schemas["ResearchSessionOut"];
export type ResearchDetail = Schemas["ResearchDetailOut"];
export type ResearchResult = NonNullable<ResearchDetail["result"]>;
export type SessionStatus = ResearchSession["status"];

export function isExpert(name: string): name is Expert {
  return EXPERTS.some((expert) => expert === name);
}

/** The step that a node of the server's graph stands for; null for those that nobody needs to see. */
export function stepOf(node: string): Step | null {
  const name = node.replace(/_node$/, "");
  return isExpert(name) || name === "debate" || name === "judge" ? name : null;
}

export function stepsOf({ experts, skip_debate }: ResearchSession): Step[] {
  const chosen = EXPERTS.filter((expert) => experts.includes(expert));
  return skip_debate ? [...chosen, "judge"] : [...chosen, "debate", "judge"];
}

export function isDemoSymbol(symbol: string): boolean {
  return symbol.startsWith("DEMO");
}
