// The frame of a strategy in a conversation: its name, what it is for, its version, and what belongs to it.
import type { ReactNode } from "react";
import { useWords } from "../../../i18n/words";
import { Badge } from "../../../ui/Badge";
import { Icon } from "../../../ui/Icon";
import { descriptionOf, isDemo, nameOf } from "../rules/document";
import type { Document } from "../types";
import { words } from "../words";
import { cardWords } from "./cardWords";

interface CardFrameProps {
  document: Document;
  /** Null for rules that are not saved. */
  version: number | null;
  children: ReactNode;
}

export function CardFrame({ document, version, children }: CardFrameProps) {
  const say = useWords(words);
  const sayCard = useWords(cardWords);
  const description = descriptionOf(document);
  return (
    <article className="min-w-0 space-y-4 rounded-lg border border-line bg-surface p-4 sm:p-5">
      <div>
        <div className="flex flex-wrap items-center gap-2">
          <Icon name="strategies" className="size-5 text-accent" />
          <p className="min-w-0 font-semibold break-words">
            {nameOf(document) ?? sayCard("draft_title")}
          </p>
          <Badge>{version === null ? sayCard("unsaved") : say("version", { version })}</Badge>
          {isDemo(document) && <Badge tone="accent">{say("demo_badge")}</Badge>}
        </div>
        {description && <p className="mt-1 text-soft text-pretty">{description}</p>}
      </div>
      {children}
    </article>
  );
}
