import { describe, expect, it } from "vitest";
import { bodyOf, problemOf, USUAL } from "./stressBody";
import { firstPick } from "./useStrategies";

const picked = { strategyId: "s", version: null };

function strategy(strategy_id: string) {
  return {
    strategy_id,
    name: strategy_id,
    lineage_id: "l",
    version: 3,
    created_at: "",
    updated_at: "",
    archived_at: null,
  };
}

describe("the form of a stress test", () => {
  it("asks for the full test of the newest version when nothing is changed", () => {
    expect(problemOf(USUAL)).toBeNull();
    expect(bodyOf(picked, USUAL)).toMatchObject({
      strategy_id: "s",
      version: null,
      crises: null,
      windows: [],
      paths: 2000,
      profile: {},
      parts: ["crises", "monte_carlo", "sensitivity", "walk_forward", "overfitting"],
    });
  });

  it("sends chosen crises, an own stretch and the person's limits", () => {
    const wishes = {
      ...USUAL,
      crises: new Set(["cn_2015"]),
      start: "2020-01-01",
      end: "2020-06-30",
      risk: "conservative" as const,
    };
    expect(bodyOf(picked, wishes)).toMatchObject({
      crises: ["cn_2015"],
      windows: [{ start: "2020-01-01", end: "2020-06-30" }],
      profile: { risk_tolerance: "conservative" },
    });
  });

  it("says what is missing before anything is sent", () => {
    expect(problemOf({ ...USUAL, parts: new Set() })).toBe("parts_none");
    expect(problemOf({ ...USUAL, start: "2020-01-01" })).toBe("own_both");
    expect(problemOf({ ...USUAL, start: "2020-02-01", end: "2020-01-01" })).toBe("own_both");
    expect(problemOf({ ...USUAL, crises: new Set() })).toBe("crises_none");
    expect(problemOf({ ...USUAL, paths: "99" })).toBe("paths_hint");
    expect(problemOf({ ...USUAL, paths: "" })).toBe("paths_hint");
  });

  it("begins with the strategy and version of the address", () => {
    const both = [strategy("a"), strategy("b")];
    expect(firstPick(both, "strategy_id=b&version=2")).toEqual({ strategyId: "b", version: 2 });
    expect(firstPick(both, "strategy_id=gone&version=2")).toEqual({
      strategyId: "a",
      version: null,
    });
    expect(firstPick([], "")).toBeNull();
  });
});
