// Something a person set going: busy until it ends, never twice at once, and what went wrong is kept for the eye.
import { useRef, useState } from "react";

export interface Action<A extends unknown[] = []> {
  isBusy: boolean;
  /** Null while nothing went wrong. */
  error: unknown;
  /** Resolves to whether it was done. */
  run: (...args: A) => Promise<boolean>;
  forget: () => void;
}

export function useAction<A extends unknown[]>(act: (...args: A) => Promise<unknown>): Action<A> {
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  // The state is one drawing behind a double click.
  const isRunning = useRef(false);
  const run = async (...args: A) => {
    if (isRunning.current) return false;
    isRunning.current = true;
    setIsBusy(true);
    setError(null);
    try {
      await act(...args);
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
