// Short names for the call book's wire types.
import type { components } from "../../contracts/api";

type Schemas = components["schemas"];

export type Call = Schemas["CallOut"];
export type CallBook = Schemas["CallBookName"];
export type IntegrityCheck = Schemas["VerifyOut"];
export type PriceRow = NonNullable<Call["base_price"]>;
export type ScoreReport = Schemas["ScoreReportOut"];
export type Group = ScoreReport["overall"];
export type Scores = Extract<Group, { base_rate: number }>;
export type Bin = Scores["equal_count"][number];

/** The contract marks `status` as optional; a group that was scored is known by its scores. */
export function isScored(group: Group): group is Scores {
  return "brier" in group;
}
