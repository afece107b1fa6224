// A word in a small frame: a state, a label. Never by colour alone: the word says it.
import type { ReactNode } from "react";

const TONES = {
  plain: "border-line-strong text-soft",
  accent: "border-accent bg-accent-soft text-accent",
  good: "border-up text-up",
  bad: "border-down text-down",
  danger: "border-danger bg-danger-soft text-danger",
} as const;

export type Tone = keyof typeof TONES;

export function Badge({ tone = "plain", children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span
      className={`inline-flex items-center rounded-full border px-2.5 py-0.5 text-sm whitespace-nowrap ${TONES[tone]}`}
    >
      {children}
    </span>
  );
}
