// A list that comes in pages, newest first: the first page is asked for again and again, older ones once on demand.
import { useState } from "react";
import { type Asking, useAsked } from "../../api/useAsked";
import { type Action, useAction } from "../../ui/useAction";

export interface PageOf<T, N> {
  items: T[];
  next: N | null;
}

export interface Pages<T> {
  asking: Asking<T[]>;
  hasMore: boolean;
  more: Action<[]>;
}

interface Wanted<T, N> {
  key: string;
  ask: (before: N | null, signal?: AbortSignal) => Promise<PageOf<T, N>>;
  keyOf: (item: T) => string;
  every?: number;
}

export function usePages<T, N>({ key, ask, keyOf, every }: Wanted<T, N>): Pages<T> {
  const { asked, again } = useAsked(key, (signal) => ask(null, signal), { every });
  const [older, setOlder] = useState<PageOf<T, N> | null>(null);
  const first = asked.status === "there" ? asked.value : null;
  const next = (older ?? first)?.next ?? null;
  const more = useAction(async () => {
    if (next === null) return;
    const page = await ask(next);
    setOlder((held) => ({ items: [...(held?.items ?? []), ...page.items], next: page.next }));
  });
  const joined =
    asked.status === "there"
      ? { ...asked, value: eachOnce([...asked.value.items, ...(older?.items ?? [])], keyOf) }
      : asked;
  return { asking: { asked: joined, again }, hasMore: next !== null, more };
}

/** What moved from the first page to an older one while it was read stands once. */
function eachOnce<T>(items: T[], keyOf: (item: T) => string): T[] {
  return [...new Map(items.toReversed().map((item) => [keyOf(item), item])).values()].toReversed();
}
