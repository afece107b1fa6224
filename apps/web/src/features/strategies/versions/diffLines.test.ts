import { describe, expect, it } from "vitest";
import { diffLineOf } from "./diffLines";

describe("a sentence about a change", () => {
  it("is cut into what was and what is, in both languages", () => {
    expect(diffLineOf("Changed: sized 1%. → sized 2%.", "en")).toEqual({
      kind: "replaced",
      before: "sized 1%.",
      after: "sized 2%.",
    });
    expect(diffLineOf("新增：止损 5%。", "zh")).toEqual({
      kind: "added",
      before: null,
      after: "止损 5%。",
    });
    expect(diffLineOf("Removed: Sell.", "en")).toMatchObject({ kind: "removed", before: "Sell." });
  });

  it("is left as it is when nobody can tell where it must be cut", () => {
    expect(diffLineOf("Changed: “a → b” → “c”", "en")).toBeNull();
    expect(diffLineOf("Something else.", "en")).toBeNull();
  });
});
