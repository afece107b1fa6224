// Something a person set going: busy until it ends, never twice at once, and what went wrong is kept for the eye.
import { useRef, useState } from "react";

export interface Action {
  isBusy: boolean;
  /** Null while nothing went wrong. */
  error: unknown;
  /** Resolves to whether it was done. */
  run: (work: () => Promise<unknown>) => Promise<boolean>;
  forget: () => void;
}

export function useAction(): Action {
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const isRunning = useRef(false);
  const run = async (work: () => Promise<unknown>) => {
    if (isRunning.current) return false;
    isRunning.current = true;
    setIsBusy(true);
    setError(null);
    try {
      await work();
      return true;
    } catch (failure) {
      setError(failure);
      return false;
    } finally {
      isRunning.current = false;
      setIsBusy(false);
    }
  };
  return { isBusy, error, run, forget: () => setError(null) };
}
