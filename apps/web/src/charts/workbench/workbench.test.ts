import { describe, expect, it } from "vitest";
import type { Colours } from "../colours";
import { createCursor } from "./cursor";
import { equityLines } from "./equity";
import { foundBy, indicatorsIn, textOf, withDefaults } from "./indicatorText";
import { type ChartLine, panesOf } from "./model";
import { paletteOf, withLevels } from "./plot";
import { prepared, readAt, timeOf } from "./prepared";
import { beginOf, placeOf, rangesFor } from "./ranges";
import { linesOf } from "./useIndicators";

const BARS = {
  time: ["2026-01-05", "2026-01-06"],
  open: [1, 2],
  high: [3, 4],
  low: [0.5, 1],
  close: [2, 3],
  volume: [10, 20],
};
const LINE: ChartLine = { key: "a", name: "a", time: ["2026-01-06"], value: [7] };
const COLOURS = { accent: "brass", series: ["blue", "rust"] } as unknown as Colours;

describe("a range", () => {
  const last = timeOf("2026-03-31");

  it("goes back whole months, to the last day of a shorter one", () => {
    expect(beginOf("1M", last)).toBe(timeOf("2026-02-28"));
    expect(beginOf("YTD", last)).toBe(timeOf("2026-01-01"));
    expect(beginOf("All", last)).toBeNull();
  });

  it("is offered only where it shows less than everything", () => {
    expect(rangesFor(timeOf("2025-12-01"), last)).toEqual(["1M", "3M", "YTD", "All"]);
    expect(rangesFor(last, last)).toEqual(["All"]);
  });

  it("begins at the first bar that is not before it", () => {
    expect([0, 5, 6, 30].map((moment) => placeOf([5, 10, 20], moment))).toEqual([0, 0, 1, 3]);
  });
});

describe("the legend", () => {
  const content = prepared({ bars: BARS, lines: [LINE] });

  it("reads the newest bar, with its change, where nobody points", () => {
    const { bar, values } = readAt(content, null);
    expect(bar).toEqual({ open: 2, high: 4, low: 1, close: 3, volume: 20, change: 0.5 });
    expect(values).toEqual([7]);
  });

  it("has no value where a line has none, and no change on the first bar", () => {
    const { bar, values } = readAt(content, timeOf("2026-01-05"));
    expect(bar?.change).toBeNull();
    expect(values).toEqual([null]);
  });

  it("is empty for nothing at all", () => {
    expect(readAt(prepared({}), null)).toEqual({ time: null, bar: null, values: [] });
  });
});

describe("panes and colours", () => {
  it("put the candles first, and lines that name the same pane together", () => {
    const lines = [LINE, { ...LINE, pane: "rsi" }, { ...LINE, pane: "rsi" }];
    expect(panesOf({ bars: BARS, lines })).toEqual(["price", "rsi"]);
    expect(panesOf({ lines: [{ ...LINE, pane: "equity" }] })).toEqual(["equity"]);
  });

  it("give each line of the palette a colour of its own", () => {
    const lines: ChartLine[] = [LINE, { ...LINE, tone: "accent" }, LINE, LINE];
    expect(paletteOf(prepared({ lines }).lines, COLOURS)).toEqual([
      "blue",
      "brass",
      "rust",
      "blue",
    ]);
  });

  it("keep the account and its drawdown apart", () => {
    const curve = { time: [], value: [], name: "a" };
    const panes = equityLines([curve, curve], curve).map(({ pane }) => pane);
    expect(panes).toEqual(["equity", "equity", "drawdown"]);
  });
});

describe("levels", () => {
  const info = { priceRange: { minValue: 10, maxValue: 20 } };

  it("stretch the scale when they are near, and not when they would flatten the prices", () => {
    expect(withLevels(info, [25, 90])?.priceRange).toEqual({ minValue: 10, maxValue: 25 });
    expect(withLevels(null, [25])).toBeNull();
  });
});

describe("a shared cursor", () => {
  it("tells each follower where it is and who moved it, and nothing twice", () => {
    const cursor = createCursor();
    const heard: unknown[] = [];
    const leave = cursor.follow((time, by) => heard.push([time, by]));
    cursor.move(5, "one");
    cursor.move(5, "other");
    leave();
    cursor.move(6);
    expect(heard).toEqual([[5, "one"]]);
    expect(cursor.at()).toBe(6);
  });
});

describe("an indicator", () => {
  const period = { name: "period", kind: "int" as const, default: 20, choices: [] };
  const sma = {
    name: "sma",
    label: "Simple moving average",
    category: "trend" as const,
    category_label: "Trend",
    description: "",
    parameters: [period],
    inputs: [],
    outputs: ["value"],
    warm_up: 19,
    rising: [],
  };
  const smma = { ...sma, name: "smma", label: "Smoothed moving average" };

  it("is written as the server reads it", () => {
    expect(textOf(withDefaults(sma))).toBe("sma(period=20)");
    expect(textOf({ type: "obv", params: {}, timeframe: "1w" })).toBe("obv@1w");
  });

  it("is found by name, by label, and by a beginning that only one has", () => {
    const typed = ["SMA", "simple", "sm", " "];
    const found = typed.map((each) => foundBy(each, [sma, smma])?.name ?? null);
    expect(found).toEqual(["sma", "sma", null, null]);
  });

  it("of a strategy keeps its parameters, and its timeframe only where it is another one", () => {
    const factors = {
      fast: { type: "ema", params: { period: 5 } },
      slow: { type: "ema", params: { period: 9 }, timeframe: "1w" },
      odd: 3,
    };
    const found = indicatorsIn({ timeframe: "1d", factors }).map(textOf);
    expect(found).toEqual(["ema(period=5)", "ema(period=9)@1w"]);
    expect(indicatorsIn({})).toEqual([]);
  });

  it("that has lines among the prices is drawn there alone", () => {
    const line = { values: [1], name: "n" };
    const answer = {
      time: ["2026-01-05"],
      indicators: [
        {
          asked: "bollinger",
          lines: [
            { ...line, output: "upper", on_price: true },
            { ...line, output: "bandwidth", on_price: false },
          ],
        },
        { asked: "macd", lines: [{ ...line, output: "histogram", on_price: false }] },
      ],
    } as unknown as Parameters<typeof linesOf>[0];
    const drawn = linesOf(answer).map(({ key, pane, shape }) => [key, pane, shape]);
    expect(drawn).toEqual([
      ["bollinger upper", "price", "line"],
      ["macd histogram", "macd", "columns"],
    ]);
  });
});
