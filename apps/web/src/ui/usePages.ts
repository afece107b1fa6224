// A long list that comes in pages, the newest first: the first page is asked for, those behind it when a person wants more.
import { useMemo, useState } from "react";
import { promptly } from "../api/client";
import { type Asking, type Pace, useAsked } from "../api/useAsked";
import { type Action, useAction } from "./useAction";

export interface Page<T, N> {
  items: readonly T[];
  /** What to ask the page behind with; null on the last. */
  next: N | null;
}

export interface Pages<T> {
  /** The first page, and all behind it that has come. */
  asking: Asking<readonly T[]>;
  hasMore: boolean;
  more: Action;
}

interface Source<T extends object, N> {
  key: string;
  /** The first page for null. */
  ask: (before: N | null, signal: AbortSignal) => Promise<Page<T, N>>;
  /** The field that tells one item from another. */
  by: keyof T;
  /** How often the first page is asked for again. */
  every?: Pace<readonly T[]>;
}

export function usePages<T extends object, N>({ key, ask, by, every }: Source<T, N>): Pages<T> {
  const { asked, again } = useAsked(key, (signal) => ask(null, signal), {
    every: typeof every === "function" ? ({ items }) => every(items) : every,
  });
  const [known, setKnown] = useState<{ of: string; page: Page<T, N> } | null>(null);
  const newest: Page<T, N> = asked.status === "there" ? asked.value : NOTHING;
  const all = useMemo(
    () => joined(newest, known?.of === key ? known.page : NOTHING, by),
    [newest, known, key, by],
  );
  const more = useAction(async () => {
    if (all.next === null) return;
    const page = await ask(all.next, promptly().signal);
    setKnown({ of: key, page: { items: [...all.items, ...page.items], next: page.next } });
  });
  return {
    asking: { asked: asked.status === "there" ? { ...asked, value: all.items } : asked, again },
    hasMore: all.next !== null,
    more,
  };
}

const NOTHING: Page<never, never> = { items: [], next: null };

/**
 * The newest first page with what is known behind its last item. Where more has come in between than a page holds,
 * what was known does not join it and is forgotten, so that nothing is ever left out in the middle.
 */
function joined<T extends object, N>(
  newest: Page<T, N>,
  known: Page<T, N>,
  by: keyof T,
): Page<T, N> {
  const last = newest.items.at(-1);
  if (last === undefined || newest.next === null) return newest;
  const at = known.items.findIndex((item) => item[by] === last[by]);
  const behind = at === -1 ? [] : known.items.slice(at + 1);
  return behind.length === 0 ? newest : { items: [...newest.items, ...behind], next: known.next };
}
