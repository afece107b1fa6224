// From what a person filled in to what the desk takes, or to what is still missing.
import type { components } from "../../contracts/api";
import type { Picked } from "./StrategyPick";

export type Part = components["schemas"]["StressPart"];
export type RiskTolerance = components["schemas"]["RiskTolerance"];
type StressBody = components["schemas"]["StressBody"];

export const PARTS: readonly Part[] = [
  "crises",
  "monte_carlo",
  "sensitivity",
  "walk_forward",
  "overfitting",
];
export const RISKS: readonly RiskTolerance[] = [
  "conservative",
  "moderate",
  "aggressive",
  "very_aggressive",
];

/** The desk's own limits and defaults. */
const PATHS = { fewest: 100, most: 1_000_000, usual: 2_000 };
const RUIN_LEVEL = 0.5;

export interface Wishes {
  /** Keys of crises; null for all that the market has. */
  crises: ReadonlySet<string> | null;
  start: string;
  end: string;
  paths: string;
  risk: RiskTolerance | "";
  parts: ReadonlySet<Part>;
}

type Problem = "parts_none" | "own_both" | "crises_none" | "paths_hint";

export const USUAL: Wishes = {
  crises: null,
  start: "",
  end: "",
  paths: String(PATHS.usual),
  risk: "",
  parts: new Set(PARTS),
};

export function problemOf({ crises, start, end, paths, parts }: Wishes): Problem | null {
  const count = Number(paths);
  if (parts.size === 0) return "parts_none";
  if ((start === "") !== (end === "") || end < start) return "own_both";
  if (parts.has("crises") && crises?.size === 0 && start === "") return "crises_none";
  if (!Number.isInteger(count) || count < PATHS.fewest || count > PATHS.most) return "paths_hint";
  return null;
}

export function bodyOf({ strategyId, version }: Picked, wishes: Wishes): StressBody {
  const { crises, start, end, paths, risk, parts } = wishes;
  return {
    strategy_id: strategyId,
    version,
    crises: crises === null ? null : [...crises],
    windows: start === "" ? [] : [{ start, end }],
    paths: Number(paths),
    seed: 0,
    ruin_level: RUIN_LEVEL,
    profile: risk === "" ? {} : { risk_tolerance: risk },
    parts: PARTS.filter((part) => parts.has(part)),
  };
}
