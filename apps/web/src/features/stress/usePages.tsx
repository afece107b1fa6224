// A list that comes in pages: the first is asked again while something in it is under way, later ones on demand.
import { type ReactNode, useState } from "react";
import { type Asking, useAsked } from "../../api/useAsked";
import { FailureText } from "../../ui/Failure";

interface Page<T> {
  items: T[];
  next: string | null;
}

interface Pages<T> {
  asking: Asking<Page<T>>;
  more: () => void;
  isFetchingMore: boolean;
  moreFailed: ReactNode;
}

const EVERY = 3_000;

export function usePages<T>(
  key: string,
  ask: (before: string | null, signal: AbortSignal) => Promise<Page<T>>,
  isUnderWay: (item: T) => boolean,
): Pages<T> {
  const [isLive, setLive] = useState(false);
  const [later, setLater] = useState<{ key: string; page: Page<T> } | null>(null);
  const [isFetchingMore, setFetchingMore] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const first = useAsked(
    key,
    async (signal) => {
      const page = await ask(null, signal);
      setLive(page.items.some(isUnderWay));
      return page;
    },
    { every: isLive ? EVERY : undefined },
  );
  const mine = later?.key === key ? later.page : null;

  const more = () => {
    if (first.asked.status !== "there" || isFetchingMore) return;
    const before = (mine ?? first.asked.value).next;
    setFetchingMore(true);
    setError(null);
    ask(before, AbortSignal.timeout(15_000))
      .then((page) =>
        setLater({
          key,
          page: { items: [...(mine?.items ?? []), ...page.items], next: page.next },
        }),
      )
      .catch(setError)
      .finally(() => setFetchingMore(false));
  };

  const asked: Asking<Page<T>>["asked"] =
    first.asked.status === "there" && mine !== null
      ? {
          ...first.asked,
          value: { items: [...first.asked.value.items, ...mine.items], next: mine.next },
        }
      : first.asked;
  return {
    asking: { asked, again: first.again },
    more,
    isFetchingMore,
    moreFailed: error !== null && (
      <div role="alert" className="mt-2 text-danger">
        <FailureText error={error} />
      </div>
    ),
  };
}
