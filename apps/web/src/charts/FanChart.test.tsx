import { render, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { FanChart, type PathPoint } from "./FanChart";

const draw = (real: PathPoint[] | null) =>
  render(
    <FanChart
      title="Fan"
      summary="The middle one ends at 110"
      fan={{
        bars: [0, 10],
        p5: [100, 80],
        p25: [100, 95],
        p50: [100, 110],
        p75: [100, 120],
        p95: [100, 150],
      }}
      real={real}
      format={String}
      formatBar={(bar) => `bar ${bar}`}
      names={{ outer: "90%", inner: "half", middle: "middle", real: "real history" }}
    />,
  );

describe("a fan chart", () => {
  it("says its figures in words and ends at the last bar", () => {
    draw(null);
    expect(screen.getByRole("figure", { name: "Fan" }).textContent).toContain("ends at 110");
    expect(screen.getByText("bar 10")).toBeTruthy();
  });

  it("draws the real path only where it is known", () => {
    draw(null);
    expect(screen.queryByTestId("fan-real")).toBeNull();
    expect(screen.queryByText("real history")).toBeNull();
  });

  it("draws and names the real path where it is known", () => {
    draw([
      { bar: 0, value: 100 },
      { bar: 10, value: 130 },
    ]);
    expect(screen.getByTestId("fan-real").getAttribute("d")).toMatch(/^M0,.+L1000,/);
    expect(screen.getByText("real history")).toBeTruthy();
  });
});
