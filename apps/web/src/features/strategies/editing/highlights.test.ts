import { describe, expect, it } from "vitest";
import { piecesOf } from "./highlights";

const found = (sentence: string, names: string[] = []) =>
  piecesOf(sentence, names)
    .filter(({ kind }) => kind !== "plain")
    .map(({ kind, text }) => `${kind}:${text}`);

describe("what stands out in a sentence", () => {
  it("finds numbers with their percent sign, and leaves the comma of the sentence alone", () => {
    expect(found("with period 15, a stop of 2.5% and 10,000 in cash.")).toEqual([
      "number:15",
      "number:2.5%",
      "number:10,000",
    ]);
  });

  it("takes a name as a whole, however many digits or dots it holds", () => {
    expect(found("在日K线上交易A股：DEMO1.SZ、000001.SZ。", ["DEMO1.SZ", "000001.SZ"])).toEqual([
      "name:DEMO1.SZ",
      "name:000001.SZ",
    ]);
  });

  it("prefers the longer of two names that begin alike", () => {
    expect(found("ema_5 crosses ema_50", ["ema_5", "ema_50"])).toEqual([
      "name:ema_5",
      "name:ema_50",
    ]);
  });

  it("loses nothing of the sentence", () => {
    const sentence = "当 ema_fast 上穿 ema_slow，并且 adx 高于 20 时买入。";
    const pieces = piecesOf(sentence, ["ema_fast", "ema_slow", "adx"]);
    expect(pieces.map(({ text }) => text).join("")).toBe(sentence);
  });
});
