import { describe, expect, it } from "vitest";
import { formatIn } from "../../../i18n/format";
import { marksOn } from "./marks";
import type { Trade } from "./report";
import { dayAfter } from "./TickerChart";

const trade = (ticker: string, direction: Trade["direction"]) =>
  ({
    ticker,
    direction,
    number: 1,
    quantity: 10,
    entry_at: "2025-01-02",
    exit_at: "2025-01-03",
    entry_price: 1,
    exit_price: 2,
    profit: 10,
    return: 1,
  }) as Trade;
const marks = (trades: readonly Trade[]) =>
  marksOn("A", trades, (phrase) => phrase, formatIn("en"));

describe("the marks of trades on prices", () => {
  it("are an entry and an exit for each trade on that symbol alone", () => {
    const found = marks([trade("A", "long"), trade("B", "long")]);
    expect(found.map(({ kind, label }) => [kind, label])).toEqual([
      ["buy", "mark_buy"],
      ["sell", "mark_sell"],
    ]);
  });

  it("say short and cover for a short position", () => {
    const found = marks([trade("A", "short")]);
    expect(found.map(({ kind, label }) => [kind, label])).toEqual([
      ["sell", "mark_short"],
      ["buy", "mark_cover"],
    ]);
  });

  it("drop their words where there are very many", () => {
    const many = Array.from({ length: 81 }, () => trade("A", "long"));
    expect(new Set(marks(many).map(({ label }) => label))).toEqual(new Set([""]));
  });
});

it("asks for bars up to the day after the last, across a month's end", () => {
  expect(dayAfter("2025-12-31")).toBe("2026-01-01");
  expect(dayAfter("2025-02-28T14:30Z")).toBe("2025-03-01");
});
