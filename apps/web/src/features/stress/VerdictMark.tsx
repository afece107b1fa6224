// A verdict as a shape and a word: a ring with a tick, a triangle, a crossed octagon.
import type { ReactNode } from "react";
import { useWords } from "../../i18n/words";
import { LineDrawing } from "../../ui/Icon";
import type { Ruling } from "./report";
import { words } from "./words";

const SHAPES: Record<Ruling, ReactNode> = {
  pass: <path d="M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM7.5 12.5l3 3 6-7" />,
  revise: <path d="M12 4 2.5 20h19zM12 10v5M12 17.5v.01" />,
  reject: <path d="M8 3h8l5 5v8l-5 5H8l-5-5V8zM8.5 8.5l7 7M15.5 8.5l-7 7" />,
};

const TONES: Record<Ruling, string> = {
  pass: "border-line-strong text-ink",
  revise: "border-accent bg-accent-soft text-accent",
  reject: "border-danger bg-danger-soft text-danger",
};

export function VerdictMark({ ruling, isLarge = false }: { ruling: Ruling; isLarge?: boolean }) {
  const say = useWords(words);
  return (
    <span
      data-ruling={ruling}
      className={`inline-flex items-center gap-1.5 rounded-full border font-medium whitespace-nowrap ${TONES[ruling]} ${isLarge ? "px-4 py-1 text-lg" : "px-2.5 py-0.5 text-sm"}`}
    >
      <VerdictShape ruling={ruling} className={isLarge ? "size-6" : "size-4"} />
      {say(`ruling_${ruling}`)}
    </span>
  );
}

export function VerdictShape({ ruling, className }: { ruling: Ruling; className: string }) {
  return <LineDrawing className={className}>{SHAPES[ruling]}</LineDrawing>;
}
