// Conditions and distances of a document as short formulas that read the same in every language.
import { listOf, recordOf } from "./document";

const COMPARISONS: Record<string, string> = {
  gt: ">",
  gte: "≥",
  lt: "<",
  lte: "≤",
  eq: "=",
  neq: "≠",
  cross_above: "↗",
  cross_below: "↘",
};

/** `ema_fast ↗ ema_slow ∧ adx > 20`; what is not known to the page is shown as it is written. */
export function conditionFormula(condition: unknown): string {
  const record = recordOf(condition);
  const [kind] = Object.keys(record);
  switch (kind) {
    case "all":
      return listOf(record.all).map(grouped).join(" ∧ ");
    case "any":
      return listOf(record.any).map(grouped).join(" ∨ ");
    case "not":
      return `¬(${conditionFormula(record.not)})`;
    case "cmp": {
      const { left, op, right } = recordOf(record.cmp);
      return compared(left, op, right);
    }
    case "cross": {
      const { a, op, b } = recordOf(record.cross);
      return compared(a, op, b);
    }
    case "ref":
    case "lag":
      return valueFormula(record);
    default:
      return asWritten(condition);
  }
}

/** `2.5 × ATR(14)`, `5%`, `3`. */
export function distanceFormula(distance: unknown): string {
  const { kind, value, period } = recordOf(distance);
  if (typeof value !== "number") return asWritten(distance);
  if (kind === "pct") return percent(value);
  if (kind === "points") return String(value);
  if (kind !== "atr_multiple") return asWritten(distance);
  return typeof period === "number" ? `${value} × ATR(${period})` : `${value} × ATR`;
}

export function percent(fraction: number): string {
  return `${Number((fraction * 100).toFixed(4))}%`;
}

export function asWritten(value: unknown): string {
  return JSON.stringify(value) ?? "";
}

function grouped(condition: unknown): string {
  const [kind] = Object.keys(recordOf(condition));
  const formula = conditionFormula(condition);
  return kind === "all" || kind === "any" ? `(${formula})` : formula;
}

function compared(left: unknown, op: unknown, right: unknown): string {
  const sign = typeof op === "string" ? (COMPARISONS[op] ?? op) : asWritten(op);
  return `${valueFormula(left)} ${sign} ${valueFormula(right)}`;
}

function valueFormula(value: unknown): string {
  if (typeof value === "number") return String(value);
  const { ref, lag } = recordOf(value);
  if (typeof ref !== "string") return asWritten(value);
  return typeof lag === "number" && lag > 0 ? `${ref}[−${lag}]` : ref;
}
