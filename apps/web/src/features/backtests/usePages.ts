// A list that comes in pages: the first is asked for (again and again, if wanted), the others when a person wants more.
import { useMemo, useRef, useState } from "react";
import { type Asking, useAsked } from "../../api/useAsked";

interface Source<P, C> {
  key: string;
  /** A page; the first for null. */
  ask: (cursor: C | null, signal?: AbortSignal) => Promise<P>;
  /** Where the page after these begins; null at the end. */
  nextOf: (pages: readonly P[]) => C | null;
  every?: number | undefined;
}

export interface Pages<P> {
  first: Asking<P>;
  /** All that is there, the first page among it; empty until that has come. */
  pages: readonly P[];
  hasMore: boolean;
  isBusy: boolean;
  /** Why the last page that was wanted did not come. */
  error: unknown;
  more: () => Promise<void>;
}

interface Later<P> {
  key: string;
  pages: readonly P[];
}

export function usePages<P, C>({ key, ask, nextOf, every }: Source<P, C>): Pages<P> {
  const first = useAsked(key, (signal) => ask(null, signal), { every });
  const [later, setLater] = useState<Later<P>>({ key, pages: [] });
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const asking = useRef(false);
  const top = first.asked.status === "there" ? first.asked.value : null;
  const pages = useMemo(
    () => (top === null ? [] : [top, ...(later.key === key ? later.pages : [])]),
    [top, later, key],
  );
  const cursor = pages.length > 0 ? nextOf(pages) : null;

  const more = async () => {
    if (cursor === null || asking.current) return;
    asking.current = true;
    setBusy(true);
    setError(null);
    try {
      const page = await ask(cursor);
      setLater((old) => ({ key, pages: old.key === key ? [...old.pages, page] : [page] }));
    } catch (failure) {
      setError(failure);
    } finally {
      asking.current = false;
      setBusy(false);
    }
  };

  return { first, pages, hasMore: cursor !== null, isBusy, error, more };
}
