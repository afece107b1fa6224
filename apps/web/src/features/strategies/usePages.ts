// A long list that is asked for page by page.
import { useState } from "react";
import { type Asking, useAsked } from "../../api/useAsked";
import { type Action, useAction } from "../../ui/useAction";

export interface Page<T, N> {
  items: readonly T[];
  /** What to send for the page behind; null on the last. */
  next: N | null;
}

export interface Pages<T, N> {
  /** The first page, and every page behind it that was asked for. */
  asking: Asking<Page<T, N>>;
  more: () => void;
  moreAction: Action<[() => Promise<void>]>;
}

export function usePages<T, N>(
  key: string,
  ask: (before: N | null, signal?: AbortSignal) => Promise<Page<T, N>>,
): Pages<T, N> {
  const first = useAsked(key, (signal) => ask(null, signal));
  const [behind, setBehind] = useState<{ of: Page<T, N>; page: Page<T, N> } | null>(null);
  const moreAction = useAction((work: () => Promise<void>) => work());
  const { asked } = first;
  if (asked.status !== "there") return { asking: { ...first, asked }, more: () => {}, moreAction };

  // Pages behind a first page that has been asked for again are forgotten: they may not fit any more.
  const all = behind?.of === asked.value ? behind.page : asked.value;
  const more = () =>
    moreAction.run(async () => {
      if (all.next === null) return;
      const page = await ask(all.next);
      setBehind({
        of: asked.value,
        page: { items: [...all.items, ...page.items], next: page.next },
      });
    });
  return { asking: { ...first, asked: { ...asked, value: all } }, more, moreAction };
}
