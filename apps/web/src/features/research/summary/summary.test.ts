import { describe, expect, it } from "vitest";
import { othersFor } from "../compare/CompareWith";
import { withExpertsApart } from "../document/Chapters";
import type { Section } from "../document/document";
import type { ResearchDetail, ResearchResult, ResearchSession } from "../experts";
import { instantOf, levelsOf } from "./figures";

const success = (data: object) => ({ status: "success", data });

const session = (session_id: string, symbol: string, status = "completed") =>
  ({ session_id, symbol, status }) as ResearchSession;

describe("the levels of a verdict", () => {
  const result = {
    verdict: { action: "BUY", stop_loss: { value: "9.5" }, take_profit: 14 },
    expert_results: {
      technical_analyst: success({ key_technical_levels: { support: [9, 8], resistance: [11] } }),
      valuation_modeler: success({
        estimated_intrinsic_value_range: { lower_bound: 10, upper_bound: 13 },
      }),
    },
  } as unknown as ResearchResult;

  it("are its stop and target, the range of value, and the nearest support and resistance", () => {
    expect(levelsOf(result).map(({ kind, price }) => [kind, price])).toEqual([
      ["take_profit", 14],
      ["stop_loss", 9.5],
      ["value_high", 13],
      ["value_low", 10],
      ["resistance", 11],
      ["support", 9],
    ]);
  });

  it("are none where nobody named a price", () => {
    const bare = { verdict: null, expert_results: {} } as unknown as ResearchResult;
    expect(levelsOf(bare)).toEqual([]);
  });

  it("stand on prices as of the end of the session's day, never later than it was asked", () => {
    const asked = { created_at: "2026-11-19T08:00:00Z", analysis_date: "2025-07-31" };
    expect(instantOf(asked as ResearchDetail)).toBe("2025-07-31T23:59:59Z");
    const today = { ...asked, analysis_date: "2026-11-19" };
    expect(instantOf(today as ResearchDetail)).toBe(asked.created_at);
  });
});

it("compares with the same company first, and only with what came to a result", () => {
  const all = [
    session("a", "ONE"),
    session("b", "TWO"),
    session("c", "ONE", "partial"),
    session("d", "ONE", "failed"),
  ];
  const found = othersFor({ session_id: "a", symbol: "ONE" }, all);
  expect(found.map(({ session_id }) => session_id)).toEqual(["c", "b"]);
});

it("gives each expert a tab, and one to what is said before them", () => {
  const expert = { type: "section", chapter: "expert", key: "technical_analyst", parts: [] };
  const text = { type: "block", kind: "paragraph", spans: [] };
  const experts = { type: "section", chapter: "experts", key: "experts", parts: [text, expert] };
  const keys = withExpertsApart(experts as unknown as Section).map(({ key }) => key);
  expect(keys).toEqual(["experts", "technical_analyst"]);
});
