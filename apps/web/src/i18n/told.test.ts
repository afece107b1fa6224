import { describe, expect, it } from "vitest";
import sentences from "../contracts/chinese.json";
import { inChinese } from "./told";

const told = inChinese(sentences);

describe("what the desk says of failures", () => {
  it("is said in Chinese with its places filled", () => {
    expect(Object.keys(sentences.sentences).filter((english) => !isSaid(english))).toEqual([]);
  });

  it.each([
    ["There is no such job.", "没有这个任务。"],
    ["cash: Input should be greater than 0. end: Field required.", "cash：应大于 0。end：必填。"],
    ["Alpaca refused the order: no margin.", "Alpaca 拒绝了订单：no margin。"],
    ["'x' is not a timeframe: use one of 1d, 1h.", "“x” 不是周期：请用 1d, 1h 之一。"],
    [
      "The account live is paper, and the deployment is to be live: choose an account of that kind.",
      "账户 live 是模拟盘，而部署要的是实盘：请选同类的账户。",
    ],
    [
      "Alpaca answered with status 500 (oops). Try again in a moment.",
      "Alpaca 返回状态 500（oops）。请稍后再试。",
    ],
  ])("%s", (english, chinese) => {
    expect(told(english)).toBe(chinese);
  });

  it("is not held up by who writes its words again and again", () => {
    const repeated = "A regime snapshot needs bars, and   bars of  are known at ".repeat(80);
    expect(told(repeated)).toBe(repeated);
    expect(told("cash: ".repeat(800)).length).toBeGreaterThan(800);
    expect(told("cash: ".repeat(100_000))).toHaveLength(600_000);
  });

  it("keeps the words of others", () => {
    expect(told("It is too late.")).toBe("It is too late.");
    expect(told("")).toBe("");
  });
});

/** Whether a sentence comes out in Chinese with everything that stood in its places. */
function isSaid(english: string): boolean {
  const values: string[] = [];
  const said = english.replace(/\{\w+\}/g, () => `X${values.push("")}`);
  const chinese = told(said);
  const isWhole = values.every((_, at) => chinese.includes(`X${at + 1}`));
  return chinese !== said && isWhole && !/\{\w+\}/.test(chinese);
}
