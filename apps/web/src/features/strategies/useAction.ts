// Something a person does to the desk: busy while it runs, once at a time, and its failure is kept for the eye.
import { useEffect, useRef, useState } from "react";

export interface Action {
  isBusy: boolean;
  /** Null while nothing went wrong. */
  error: unknown;
  run: (work: () => Promise<void>) => void;
  forget: () => void;
}

export function useAction(): Action {
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const running = useRef(false);
  const here = useRef(true);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);

  const run = (work: () => Promise<void>) => {
    if (running.current) return;
    running.current = true;
    setIsBusy(true);
    setError(null);
    work()
      .catch((failure: unknown) => here.current && setError(failure))
      .finally(() => {
        running.current = false;
        if (here.current) setIsBusy(false);
      });
  };
  return { isBusy, error, run, forget: () => setError(null) };
}
