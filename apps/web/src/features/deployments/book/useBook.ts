// The pages of a deployment's book, asked for again at each beat.
import { type Page, type Pages, usePages } from "../../../ui/usePages";
import { useOnBeat } from "../useLive";

export interface BookOf {
  id: string;
  beat: number;
}

interface Leaf<T> {
  name: string;
  of: BookOf;
  ask: (
    params: { path: { deployment_id: string }; query: { limit: number; before?: number } },
    signal: AbortSignal,
  ) => Promise<Page<T, number>>;
}

const PAGE = 50;
const EVERY_MS = 20_000;

export function useBook<T extends { number: number }>({ name, of, ask }: Leaf<T>): Pages<T> {
  const pages = usePages<T, number>({
    key: `${name}:${of.id}`,
    every: EVERY_MS,
    by: "number",
    ask: (before, signal) => {
      const query = { limit: PAGE, ...(before !== null && { before }) };
      return ask({ path: { deployment_id: of.id }, query }, signal);
    },
  });
  useOnBeat(of.beat, pages.asking.again);
  return pages;
}
