// Something a person set going: busy until it ends, never twice at once, with what went wrong.
import { useRef, useState } from "react";

export interface Task {
  isBusy: boolean;
  error: unknown;
  run: (work: () => Promise<unknown>) => Promise<void>;
}

export function useTask(): Task {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const isRunning = useRef(false);
  const run = async (work: () => Promise<unknown>) => {
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(true);
    setError(null);
    try {
      await work();
    } catch (failure) {
      setError(failure);
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
  };
  return { isBusy, error, run };
}
