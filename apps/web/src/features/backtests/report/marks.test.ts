import { describe, expect, it } from "vitest";
import { marksOn } from "./marks";
import type { Trade } from "./report";
import { dayAfter } from "./TickerChart";

const trade = (ticker: string, direction: Trade["direction"]) =>
  ({ ticker, direction, entry_at: "2025-01-02", exit_at: "2025-01-03" }) as Trade;

describe("the marks of trades on prices", () => {
  it("are an entry and an exit for each trade on that symbol alone", () => {
    const marks = marksOn("A", [trade("A", "long"), trade("B", "long")], (phrase) => phrase);
    expect(marks.map(({ kind, text }) => [kind, text])).toEqual([
      ["entry", "mark_buy"],
      ["exit", "mark_sell"],
    ]);
  });

  it("say short and cover for a short position", () => {
    const marks = marksOn("A", [trade("A", "short")], (phrase) => phrase);
    expect(marks.map(({ text }) => text)).toEqual(["mark_short", "mark_cover"]);
  });

  it("drop their words where there are very many", () => {
    const many = Array.from({ length: 81 }, () => trade("A", "long"));
    expect(new Set(marksOn("A", many, (phrase) => phrase).map(({ text }) => text))).toEqual(
      new Set([""]),
    );
  });
});

it("asks for bars up to the day after the last, across a month's end", () => {
  expect(dayAfter("2025-12-31")).toBe("2026-01-01");
  expect(dayAfter("2025-02-28T14:30Z")).toBe("2025-03-01");
});
