// One thing that a button does: never twice at once, and with the desk's answer when it fails.
import { useRef, useState } from "react";

export interface Doing {
  isBusy: boolean;
  error: unknown;
  /** Whether it was done. */
  run: (work: () => Promise<void>) => Promise<boolean>;
}

export function useDoing(): Doing {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const running = useRef(false);
  const run = async (work: () => Promise<void>) => {
    if (running.current) return false;
    running.current = true;
    setBusy(true);
    setError(null);
    try {
      await work();
      return true;
    } catch (failure) {
      setError(failure);
      return false;
    } finally {
      running.current = false;
      setBusy(false);
    }
  };
  return { isBusy, error, run };
}
