// The definition as text, with line numbers that mark problems and the rule that is being looked at.
import { type UIEvent, useEffect, useId, useRef } from "react";
import { useWords } from "../../../i18n/words";
import { studioWords } from "./studioWords";

interface DefinitionEditorProps {
  text: string;
  isReadOnly: boolean;
  onType: (text: string) => void;
  /** Lines with a problem, from 0. */
  faulty: ReadonlySet<number>;
  /** The line to bring into view; a new object brings it again. */
  shown: { line: number } | null;
}

const LINE_HEIGHT = 20;

export function DefinitionEditor({
  text,
  isReadOnly,
  onType,
  faulty,
  shown,
}: DefinitionEditorProps) {
  const say = useWords(studioWords);
  const area = useRef<HTMLTextAreaElement>(null);
  const gutter = useRef<HTMLOListElement>(null);
  const id = useId();
  const lines = text.split("\n").length;
  const follow = (event: UIEvent<HTMLTextAreaElement>) => {
    if (gutter.current) gutter.current.scrollTop = event.currentTarget.scrollTop;
  };
  useEffect(() => {
    if (shown === null || area.current === null) return;
    area.current.scrollTop = Math.max(0, shown.line * LINE_HEIGHT - area.current.clientHeight / 2);
  }, [shown]);
  return (
    <div className="flex min-h-0 flex-1 overflow-hidden rounded-md border border-line-strong font-mono text-[13px] leading-5 focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-focus">
      <ol
        ref={gutter}
        aria-hidden="true"
        className="w-11 shrink-0 overflow-hidden border-r border-line bg-well py-2 text-right text-soft select-none"
      >
        {Array.from({ length: lines }, (_, line) => (
          // oxlint-disable-next-line react/no-array-index-key -- a line has no other name
          <li key={line} className={`pr-2 ${lookOf(line, faulty, shown)}`}>
            {faulty.has(line) ? "✗" : ""} {line + 1}
          </li>
        ))}
      </ol>
      <label htmlFor={id} className="sr-only">
        {say("text")}
      </label>
      <textarea
        ref={area}
        id={id}
        data-testid="definition-editor"
        value={text}
        readOnly={isReadOnly}
        wrap="off"
        spellCheck={false}
        autoCapitalize="off"
        autoCorrect="off"
        onChange={(event) => onType(event.target.value)}
        onScroll={follow}
        className="min-h-64 w-full min-w-0 flex-1 resize-none bg-surface p-2 text-ink outline-none"
      />
    </div>
  );
}

function lookOf(line: number, faulty: ReadonlySet<number>, shown: { line: number } | null): string {
  if (faulty.has(line)) return "bg-danger-soft font-semibold text-danger";
  return shown?.line === line ? "bg-accent-soft text-accent" : "";
}
