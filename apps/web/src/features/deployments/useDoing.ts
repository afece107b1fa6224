// Something a person asked the desk to do: on its way, or failed with the desk's words. A second click does nothing.
import { useCallback, useEffect, useRef, useState } from "react";

export interface Doing<A extends unknown[]> {
  busy: boolean;
  /** What went wrong the last time, or null. */
  error: unknown;
  /** Resolves to whether it was done. */
  run: (...args: A) => Promise<boolean>;
  forget: () => void;
}

export function useDoing<A extends unknown[]>(act: (...args: A) => Promise<unknown>): Doing<A> {
  const [state, setState] = useState<{ busy: boolean; error: unknown }>(CALM);
  const isRunning = useRef(false);
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  const run = useCallback(async (...args: A) => {
    if (isRunning.current) return false;
    isRunning.current = true;
    setState({ busy: true, error: null });
    try {
      await latest.current(...args);
      setState(CALM);
      return true;
    } catch (error) {
      setState({ busy: false, error });
      return false;
    } finally {
      isRunning.current = false;
    }
  }, []);
  const forget = useCallback(() => setState(CALM), []);
  return { ...state, run, forget };
}

const CALM = { busy: false, error: null };
