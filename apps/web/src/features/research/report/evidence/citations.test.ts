import { describe, expect, it } from "vitest";
import { bare, spansOf } from "./citations";

const cited = (text: string) =>
  spansOf(text, "technical_analyst")
    .filter(({ references }) => references.length > 0)
    .map(({ text: number, references }) => [
      number,
      references.map(({ expert, tag }) => `${expert}:${tag}`).join(" "),
    ]);

describe("the citations of a text", () => {
  it("are the numbers with their units, in English", () => {
    expect(cited("MA20 17.43 CNY/share[E4] and a margin of -21.8%[E46].")).toEqual([
      ["17.43 CNY/share", "technical_analyst:E4"],
      ["-21.8%", "technical_analyst:E46"],
    ]);
  });

  it("are the numbers with their units, in Chinese", () => {
    expect(cited("收盘价 17.90 元/股[E1] 高于 MA20 17.43 元/股[E4]，净现比 2.1 倍[E22]。")).toEqual(
      [
        ["17.90 元/股", "technical_analyst:E1"],
        ["17.43 元/股", "technical_analyst:E4"],
        ["2.1 倍", "technical_analyst:E22"],
      ],
    );
  });

  it("do not take the number of an indicator's name for the figure", () => {
    expect(cited("RSI14 55.9[E5]")).toEqual([["55.9", "technical_analyst:E5"]]);
  });

  it("lead to the expert that the tag names, and to several rows where there are several", () => {
    expect(cited("1.2x[valuation_modeler:E1][E2]")).toEqual([
      ["1.2x", "valuation_modeler:E1 technical_analyst:E2"],
    ]);
  });

  it("leave a tag alone whose expert nobody knows", () => {
    expect(cited("1.2x[somebody:E1]")).toEqual([]);
  });

  it("keep every character of the text but the tags, and the punctuation with its number", () => {
    const spans = spansOf("PE 20.0x[E9], median 17.4x[E12].", "valuation_modeler");
    expect(spans.map(({ text, stop }) => text + stop).join("")).toBe("PE 20.0x, median 17.4x.");
    expect(spans.find(({ text }) => text === "20.0x")?.stop).toBe(",");
  });

  it("show no half of a tag where the server has shortened the text", () => {
    expect(bare("a margin of -21.8%[valuation_mo…")).toBe("a margin of -21.8%…");
    expect(bare("ADX14 is 27.2[technical_analyst:E9].")).toBe("ADX14 is 27.2.");
  });
});
