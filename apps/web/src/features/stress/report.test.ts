import { describe, expect, it } from "vitest";
import { worstOf } from "./parts/CrisisBars";
import { chosenCell } from "./parts/SensitivityHeatmap";
import { placeOf, readReport, worldsOf } from "./report";
import { aReport } from "./testing/aReport";

describe("a stress report", () => {
  it("is refused when it is something else", () => {
    expect(() => readReport({ error: "no" })).toThrow(TypeError);
    expect(readReport({ ...aReport() }).verdict.ruling).toBe("revise");
  });

  it("names the way to a number as the server does", () => {
    expect(placeOf("/factors/adx/params/period")).toBe("adx › period");
    expect(placeOf("/trade/long/exits/1/stop/value")).toBe("long › exits › #2 › stop");
  });

  it("has no histories where none were simulated", () => {
    expect(worldsOf(aReport({ monte_carlo: null }))).toBeNull();
    expect(worldsOf(aReport({ monte_carlo: [] }))).toBeNull();
    expect(worldsOf(aReport())?.length).toBe(1);
  });

  it("finds the worst crisis among those it traded in", () => {
    const { crises } = aReport();
    expect(worstOf(crises!)?.key).toBe("crash");
    expect(worstOf([])).toBeUndefined();
  });

  it("marks the cell of the chosen numbers, and none when they are off the grid", () => {
    const found = aReport().sensitivity!;
    expect(chosenCell(found, found.heatmap!)).toEqual({ row: 1, column: 0 });
    expect(chosenCell(found, { ...found.heatmap!, first_values: [12, 16] })).toBeNull();
  });
});
