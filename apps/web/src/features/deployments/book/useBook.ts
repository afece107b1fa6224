// The pages of a deployment's book, asked for again at each beat.
import { useOnBeat } from "../useLive";
import { type PageOf, type Pages, usePages } from "../usePages";

export interface BookOf {
  id: string;
  beat: number;
}

interface Leaf<T> {
  name: string;
  of: BookOf;
  ask: (
    params: { path: { deployment_id: string }; query: { limit: number; before?: number } },
    signal: AbortSignal | null,
  ) => Promise<PageOf<T, number>>;
}

const PAGE = 50;
const EVERY_MS = 20_000;

export function useBook<T extends { number: number }>({ name, of, ask }: Leaf<T>): Pages<T> {
  const pages = usePages<T, number>({
    key: `${name}:${of.id}`,
    every: EVERY_MS,
    keyOf: ({ number }) => String(number),
    ask: (before, signal) => {
      const query = { limit: PAGE, ...(before !== null && { before }) };
      return ask({ path: { deployment_id: of.id }, query }, signal ?? null);
    },
  });
  useOnBeat(of.beat, pages.asking.again);
  return pages;
}
