import { render, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { placedAroundZero } from "./aroundZero";
import { Bars } from "./Bars";

describe("bars", () => {
  it("say each figure, a dash for what is not known, and why there is no bar", () => {
    render(
      <Bars
        title="Crises"
        summary="Two of them"
        bars={[
          { key: "a", label: "Crash", value: -0.2, beside: 0.1 },
          { key: "b", label: "Panic", value: null, beside: null, instead: "no data" },
        ]}
        format={(value) => `${value * 100}%`}
        names={{ own: "Strategy", beside: "Market" }}
      />,
    );
    const [crash, panic] = screen.getAllByRole("listitem").map((item) => item.textContent);
    expect(crash).toContain("Strategy -20%");
    expect(crash).toContain("Market 10%");
    expect(panic).toContain("no data");
    expect(panic).toContain("Strategy —");
  });

  it("lie on their own side of zero", () => {
    expect(placedAroundZero(-1, [-1, 3])).toEqual({ x: 0, width: 25 });
    expect(placedAroundZero(3, [-1, 3])).toEqual({ x: 25, width: 75 });
  });

  it("have no length where everything is zero", () => {
    expect(placedAroundZero(0, [0, 0]).width).toBe(0);
  });
});
