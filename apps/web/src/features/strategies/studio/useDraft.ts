// The draft of one strategy, kept in this browser until it is saved or dropped.
import { useEffect, useReducer } from "react";
import { browserStorage } from "../../../app/storage";
import type { Strategy } from "../types";
import { begun, type Draft, type Edit, edited, isChanged } from "./draft";

interface Editing {
  draft: Draft;
  edit: (edit: Edit) => void;
  /** Whether it began with what was left here before. */
  isRestored: boolean;
  isChanged: boolean;
}

interface Opened {
  draft: Draft;
  isRestored: boolean;
}

export function useDraft(strategy: Strategy): Editing {
  const key = `parley.studio.${strategy.strategy_id}`;
  const [{ draft, isRestored }, edit] = useReducer(
    (old: Opened, next: Edit) => ({
      draft: edited(old.draft, next),
      isRestored: old.isRestored && next.kind !== "begin",
    }),
    null,
    () => opened(strategy, key),
  );
  const isLeft = isChanged(draft);
  useEffect(() => {
    const storage = browserStorage();
    if (isLeft) storage.setItem(key, JSON.stringify({ text: draft.text, base: draft.base }));
    else storage.removeItem(key);
  }, [key, isLeft, draft.text, draft.base]);
  return { draft, edit, isRestored, isChanged: isLeft };
}

function opened(strategy: Strategy, key: string): Opened {
  const fresh = begun(strategy.document, strategy.version);
  const kept = browserStorage().getItem(key);
  if (kept === null) return { draft: fresh, isRestored: false };
  try {
    const { text, base } = JSON.parse(kept) as { text: unknown; base: unknown };
    if (typeof text !== "string" || typeof base !== "number") throw new SyntaxError("not a draft");
    const draft = edited(fresh, { kind: "typed", text });
    return { draft: { ...draft, base, isTyped: false, earlier: [] }, isRestored: true };
  } catch {
    return { draft: fresh, isRestored: false };
  }
}
