import { render, screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { Heatmap } from "./Heatmap";
import { shadeOf } from "./shades";

const drawn = (
  <Heatmap
    title="Sharpe"
    summary="Best 1.2"
    rows={["10", "20"]}
    columns={["1%", "2%"]}
    values={[
      [1.2, null],
      [-0.3, 0],
    ]}
    format={(value) => value.toFixed(1)}
    kind="diverging"
    marked={{ row: 1, column: 0 }}
  />
);

describe("a heatmap", () => {
  it("is a table that says its figures, and a dash for what is not known", () => {
    render(drawn);
    const row = screen.getByRole("row", { name: /^10/ });
    expect(
      within(row)
        .getAllByRole("cell")
        .map((cell) => cell.textContent),
    ).toEqual(["1.2", "—"]);
    expect(screen.getByRole("columnheader", { name: "2%" })).toBeTruthy();
  });

  it("marks the chosen cell with more than colour, and no other", () => {
    render(drawn);
    const marked = screen.getAllByRole("cell").filter((cell) => cell.textContent?.includes("◆"));
    expect(marked.map((cell) => cell.textContent)).toEqual(["-0.3 ◆"]);
  });
});

describe("a shade", () => {
  it("tells gains from losses, and large from small", () => {
    expect(shadeOf(0.1, 1, "diverging")).not.toBe(shadeOf(-0.1, 1, "diverging"));
    expect(shadeOf(0.1, 1, "diverging")).not.toBe(shadeOf(1, 1, "diverging"));
  });

  it("is neutral for nothing and for what is not known", () => {
    expect(shadeOf(null, 1, "sequential")).toBe(shadeOf(0, 1, "sequential"));
    expect(shadeOf(0, 0, "diverging")).toBe(shadeOf(null, 1, "diverging"));
  });
});
