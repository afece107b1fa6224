// What models were used for, gathered by model, day or purpose.
import type { components } from "../../../contracts/api";

type Schemas = components["schemas"];
export type Usage = Schemas["UsageOut"];
export type Budget = Schemas["BudgetOut"];
export type ModelCall = Schemas["ModelCallOut"];
type Line = Usage["lines"][number];

export const GROUPINGS = ["model", "day", "caller"] as const;
export type Grouping = (typeof GROUPINGS)[number];

export interface UsageGroup {
  name: string;
  calls: number;
  failed: number;
  tokens: number;
  /** Null where nothing of it is known. */
  cost: number | null;
  unpriced: number;
}

/** The dearest first; days with the newest first. */
export function grouped(lines: readonly Line[], by: Grouping): UsageGroup[] {
  const groups = new Map<string, UsageGroup>();
  for (const line of lines) {
    const name = line[by];
    groups.set(name, joined(groups.get(name), line, name));
  }
  const all = [...groups.values()];
  if (by === "day") return all.toSorted((a, b) => b.name.localeCompare(a.name));
  return all.toSorted((a, b) => (b.cost ?? 0) - (a.cost ?? 0) || b.tokens - a.tokens);
}

function joined(old: UsageGroup | undefined, line: Line, name: string): UsageGroup {
  const cost = line.cost === null ? null : Number(line.cost);
  return {
    name,
    calls: (old?.calls ?? 0) + line.calls,
    failed: (old?.failed ?? 0) + line.failed,
    tokens: (old?.tokens ?? 0) + line.input_tokens + line.output_tokens,
    cost: cost === null ? (old?.cost ?? null) : (old?.cost ?? 0) + cost,
    unpriced: (old?.unpriced ?? 0) + line.unpriced_calls,
  };
}
