// A number that shows where it comes from when it is pointed at, focused or tapped.
import { useEffect, useId, useRef, useState } from "react";
import { useWords } from "../../../../i18n/words";
import type { EvidenceRow } from "./evidence";
import { EvidencePopover } from "./EvidencePopover";
import { reportWords } from "../reportWords";

const NUMBER =
  "rounded-sm font-medium text-ink underline decoration-accent decoration-dotted decoration-2 underline-offset-4 hover:bg-accent-soft";
const NOTE = "rounded-sm px-0.5 text-accent hover:bg-accent-soft";

interface EvidenceNumberProps {
  text: string;
  /** The figure that it belongs to, where that stands before it. */
  about?: string;
  rows: readonly EvidenceRow[];
}

export function EvidenceNumber({ text, about = "", rows }: EvidenceNumberProps) {
  const say = useWords(reportWords);
  const id = useId();
  const frame = useRef<HTMLSpanElement>(null);
  const [opened, setOpened] = useState<"pointed" | "held" | null>(null);
  const isOpen = opened !== null;

  useEffect(() => {
    if (!isOpen) return undefined;
    const close = () => setOpened(null);
    const key = (event: KeyboardEvent) => event.key === "Escape" && close();
    const press = (event: PointerEvent) => {
      if (!frame.current?.contains(event.target as Node)) close();
    };
    window.addEventListener("resize", close);
    document.addEventListener("keydown", key);
    document.addEventListener("pointerdown", press);
    return () => {
      window.removeEventListener("resize", close);
      document.removeEventListener("keydown", key);
      document.removeEventListener("pointerdown", press);
    };
  }, [isOpen]);

  return (
    <span
      ref={frame}
      onPointerEnter={({ pointerType }) =>
        pointerType === "mouse" && setOpened((now) => now ?? "pointed")
      }
      onPointerLeave={() => setOpened((now) => (now === "pointed" ? null : now))}
    >
      <button
        type="button"
        data-testid="evidence-number"
        aria-label={say("evidence_open", { number: about ? `${text} ${about}` : text })}
        aria-expanded={isOpen}
        aria-describedby={isOpen ? id : undefined}
        onFocus={({ target }) => target.matches(":focus-visible") && setOpened("held")}
        onBlur={() => setOpened(null)}
        onClick={() => setOpened((now) => (now === "held" ? null : "held"))}
        className={about ? NOTE : NUMBER}
      >
        {text}
      </button>
      {isOpen && <EvidencePopover id={id} rows={rows} frame={frame} />}
    </span>
  );
}
