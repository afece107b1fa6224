// One thing that a button does at the desk: once at a time, with its failure kept for showing.
import { useRef, useState } from "react";

export interface Action<A extends unknown[]> {
  run: (...args: A) => void;
  isBusy: boolean;
  error: unknown;
}

export function useAction<A extends unknown[]>(work: (...args: A) => Promise<void>): Action<A> {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  // The state is one drawing behind a double click.
  const isAtWork = useRef(false);
  const run = (...args: A) => {
    if (isAtWork.current) return;
    isAtWork.current = true;
    setBusy(true);
    setError(null);
    work(...args)
      .catch((failure: unknown) => setError(failure))
      .finally(() => {
        isAtWork.current = false;
        setBusy(false);
      });
  };
  return { run, isBusy, error };
}
