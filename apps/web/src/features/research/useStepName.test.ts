import { describe, expect, it } from "vitest";
import { inWords } from "./useStepName";

describe("a Chinese text of the desk", () => {
  it.each([
    ["辩论结论为 BULLISH，置信度 0.61。", "辩论结论为看多，置信度 0.61。"],
    ["技术分析师 判断 STRONG_BEARISH，置信度 0.80", "技术分析师 判断强烈看空，置信度 0.80"],
    ["仓位上限乘以 0.44（概率 HIGH × 影响 MEDIUM）", "仓位上限乘以 0.44（概率高 × 影响中）"],
    ["新品发布，概率：高（HIGH）", "新品发布，概率：高"],
    ["HOLD 不开新仓", "持有不开新仓"],
  ])("says code words in Chinese: %s", (told, said) => {
    expect(inWords(told)).toBe(said);
  });

  it("leaves names and other capitals alone", () => {
    expect(inWords("HIGHWAY 与 MA20、ROE、FAIRX 无关")).toBe("HIGHWAY 与 MA20、ROE、FAIRX 无关");
  });
});
