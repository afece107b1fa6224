// From what a person filled in to what the server takes, or to what is still missing.
import type { components } from "../../contracts/api";
import { financingOf, HOUSE_RATES, type Rates, wrongRates } from "../backtests/rates";
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

/** The server's own limits and defaults. */
const PATHS = { fewest: 100, most: 1_000_000, usual: 2_000 };
const RUIN_LEVEL = 0.5;
const MOST_DECLARED = 1_000_000;
const LARGEST_SEED = 2 ** 31 - 1;

export interface Wishes {
  /** Keys of crises; null for all that the market has. */
  crises: ReadonlySet<string> | null;
  start: string;
  end: string;
  paths: string;
  /** Empty: it follows from rules, data and terms. */
  seed: string;
  /** Variants that were tried elsewhere; empty for none. */
  declared: string;
  rates: Rates;
  risk: RiskTolerance | "";
  parts: ReadonlySet<Part>;
}

type Problem =
  | "parts_none"
  | "own_both"
  | "crises_none"
  | "paths_hint"
  | "seed_hint"
  | "declared_hint"
  | "rates_wrong";

export const USUAL: Wishes = {
  crises: null,
  start: "",
  end: "",
  paths: String(PATHS.usual),
  seed: "",
  declared: "",
  rates: HOUSE_RATES,
  risk: "",
  parts: new Set(PARTS),
};

export function problemOf(wishes: Wishes): Problem | null {
  const { crises, start, end, paths, parts } = wishes;
  const count = Number(paths);
  if (parts.size === 0) return "parts_none";
  if ((start === "") !== (end === "") || end < start) return "own_both";
  if (parts.has("crises") && crises?.size === 0 && start === "") return "crises_none";
  if (!Number.isInteger(count) || count < PATHS.fewest || count > PATHS.most) return "paths_hint";
  if (!isWhole(wishes.seed, LARGEST_SEED)) return "seed_hint";
  if (!isWhole(wishes.declared, MOST_DECLARED)) return "declared_hint";
  if (wrongRates(wishes.rates).length > 0) return "rates_wrong";
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
    seed: wishes.seed === "" ? null : Number(wishes.seed),
    declared_trials: Number(wishes.declared),
    financing: financingOf(wishes.rates),
    ruin_level: RUIN_LEVEL,
    profile: risk === "" ? {} : { risk_tolerance: risk },
    parts: PARTS.filter((part) => parts.has(part)),
  };
}

/** An empty text is none. */
function isWhole(text: string, most: number): boolean {
  const count = Number(text);
  return Number.isInteger(count) && count >= 0 && count <= most;
}
