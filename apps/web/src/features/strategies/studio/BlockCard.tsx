// One rule as a block: what it says, its numbers, and what is wrong with it.
import { useWords } from "../../../i18n/words";
import { Badge } from "../../../ui/Badge";
import { Highlighted } from "../editing/Highlighted";
import { ProblemItem } from "../editing/ProblemItem";
import { recordOf, tickersOf } from "../rules/document";
import type { Document } from "../types";
import type { Block } from "./blocks";
import { NumberControl } from "./NumberControl";
import { studioWords } from "./studioWords";
import { valueAt } from "./writing";

interface BlockCardProps {
  block: Block;
  document: Document;
  /** Null while the text has no meaning: numbers wait for it. */
  onNumber: ((pointer: string, value: number) => void) | null;
  onShow: (pointer: string) => void;
  lineOf: (pointer: string) => number | null;
}

const SHARES = /\/(pct|fraction|weight|max_weight|target)$/;

export function BlockCard({ block, document, onNumber, onShow, lineOf }: BlockCardProps) {
  const say = useWords(studioWords);
  const line = lineOf(block.pointer);
  return (
    <li
      data-testid="rule-block"
      className={`rounded-lg border bg-surface p-3 sm:p-4 ${block.problems.length > 0 ? "border-danger" : "border-line"}`}
    >
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="flex flex-wrap items-center gap-2 text-sm font-semibold">
          {say(`kind.${block.kind}`)}
          {block.side === "short" && <Badge>{say("side.short")}</Badge>}
          {block.title && <code className="font-normal break-words text-soft">{block.title}</code>}
        </h3>
        {line !== null && (
          <button
            type="button"
            aria-label={say("show_line", { line: line + 1 })}
            onClick={() => onShow(block.pointer)}
            className="min-h-8 rounded px-2 text-sm text-soft underline-offset-4 hover:underline"
          >
            {say("line", { line: line + 1 })}
          </button>
        )}
      </div>
      {block.sentences.map((text) => (
        <p key={text} className="mt-1 text-pretty break-words">
          <Highlighted text={text} names={tickersOf(document)} />
        </p>
      ))}
      {block.tunables.length > 0 && (
        <div
          className={`mt-2 grid gap-x-6 gap-y-1 ${block.tunables.length > 1 ? "sm:grid-cols-2 lg:grid-cols-1 xl:grid-cols-2" : ""}`}
        >
          {block.tunables.map((tunable) => {
            const { pointer } = tunable;
            const value = valueAt(document, pointer);
            return (
              <NumberControl
                key={pointer}
                tunable={tunable}
                value={typeof value === "number" ? value : tunable.value}
                isShare={SHARES.test(pointer) || isPercentDistance(document, pointer)}
                isDisabled={onNumber === null}
                onChange={(next) => onNumber?.(pointer, next)}
                onFocus={() => onShow(pointer)}
              />
            );
          })}
        </div>
      )}
      {block.problems.length > 0 && (
        <ul className="mt-3 space-y-3">
          {block.problems.map((problem) => (
            <ProblemItem key={`${problem.pointer} ${problem.code}`} problem={problem} />
          ))}
        </ul>
      )}
    </li>
  );
}

/** A distance of 0.05 with the kind `pct` is 5%. */
function isPercentDistance(document: Document, pointer: string): boolean {
  if (!pointer.endsWith("/value")) return false;
  return recordOf(valueAt(document, pointer.slice(0, pointer.lastIndexOf("/")))).kind === "pct";
}
