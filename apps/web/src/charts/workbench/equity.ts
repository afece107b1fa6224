// What an account was worth as lines of a workbench, with its drawdown in a pane of its own.
import type { ChartLine, NamedCurve } from "./model";

/** The first line is the one that matters; those after it are drawn thinner and dashed. */
export function equityLines(
  lines: readonly NamedCurve[],
  drawdown: NamedCurve | undefined,
): ChartLine[] {
  const account = lines.map((line, at): ChartLine => ({
    ...line,
    key: `equity ${line.name}`,
    pane: "equity",
    format: "money",
    tone: at === 0 ? "accent" : "soft",
    shape: at === 0 ? "line" : "dashed",
  }));
  if (!drawdown) return account;
  const fall: ChartLine = {
    ...drawdown,
    key: "drawdown",
    pane: "drawdown",
    format: "percent",
    tone: "down",
    shape: "fall",
  };
  return [...account, fall];
}
