import { describe, expect, it } from "vitest";
import { faded, movedRange } from "./canvas";
import { shadeOf } from "./MonthlyHeatmap";
import type { ChartMark } from "./workbench/model";
import { candlesOf, markersOf, onBars } from "./workbench/plot";
import { prepared, timeOf } from "./workbench/prepared";

const COLOURS = {
  ink: "#111111",
  soft: "#222222",
  line: "#333333",
  surface: "#444444",
  well: "#555555",
  accent: "#666666",
  up: "#777777",
  down: "#888888",
  focus: "#999999",
  series: ["#aaaaaa"],
};

function mark(kind: ChartMark["kind"], time: string): ChartMark {
  return { key: kind, kind, time, label: kind, title: kind, details: [] };
}

describe("what a canvas is given", () => {
  it("counts a day and a moment in seconds of UTC", () => {
    expect(timeOf("1970-01-02")).toBe(86_400);
    expect(timeOf("1970-01-01T00:01:00Z")).toBe(60);
  });

  it("takes candles from columns, oldest first", () => {
    const bars = {
      time: ["1970-01-02", "1970-01-03"],
      open: [1, 2],
      high: [3, 4],
      low: [0.5, 1],
      close: [2, 3],
      volume: [10, 20],
    };
    expect(candlesOf(bars)[1]).toEqual({ time: 172_800, open: 2, high: 4, low: 1, close: 3 });
  });

  it("leaves out points that are no numbers and times that do not rise", () => {
    const time = ["1970-01-01", "1970-01-02", "1970-01-02", "1970-01-03"];
    const line = { key: "a", name: "a", time, value: [1, 2, 3, Number.NaN] };
    expect(prepared({ lines: [line] }).lines[0]?.values).toEqual([1, 2]);
  });

  it("makes only a colour of six digits see-through", () => {
    expect(faded("#0b7247")).toBe("#0b724759");
    expect(faded("")).toBe("");
  });
});

describe("the arrows of trades", () => {
  it("point up below the bar where something is bought, down above it where it is sold, in the order of time", () => {
    const marks = [mark("sell", "1970-01-03"), mark("buy", "1970-01-02")];
    const times = ["1970-01-02", "1970-01-03"].map(timeOf);
    const found = markersOf(onBars(marks, times), COLOURS);
    expect(found.map(({ shape, position, id }) => [shape, position, id])).toEqual([
      ["arrowUp", "belowBar", "buy"],
      ["arrowDown", "aboveBar", "sell"],
    ]);
  });

  it("are circles for events, on the bar that was the newest then, and none before the first", () => {
    const days = ["1970-01-02", "1970-01-05"].map(timeOf);
    const marks = [mark("event", "1970-01-04T08:00:00Z"), mark("event", "1970-01-01")];
    const found = markersOf(onBars(marks, days), COLOURS);
    expect(found.map(({ shape, time }) => [shape, time])).toEqual([["circle", days[0]]]);
  });
});

describe("the keys of a picture", () => {
  it("move it by a fifth, zoom, and leave other keys alone", () => {
    const range = { from: 0, to: 100 };
    expect(movedRange(range, "ArrowLeft")).toEqual({ from: -20, to: 80 });
    expect(movedRange(range, "+")).toEqual({ from: 20, to: 80 });
    expect(movedRange(range, "Tab")).toBeNull();
  });
});

describe("the shade of a month", () => {
  it("deepens with the figure, on both sides of zero", () => {
    expect(shadeOf(0.005)).toBe("bg-up/10");
    expect(shadeOf(0.07)).toBe("bg-up/45");
    expect(shadeOf(-0.03)).toBe("bg-down/30");
  });

  it("is none for no change and for a month without bars", () => {
    expect(shadeOf(0)).toBe(shadeOf(null));
  });
});
