// One thing that a button does: busy while it goes on, never twice at once, and what the desk said when it failed.
import { useRef, useState } from "react";

export interface Action {
  isBusy: boolean;
  error: unknown;
  run: (act: () => Promise<void>) => void;
}

export function useAction(): Action {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const isRunning = useRef(false);
  const run = (act: () => Promise<void>) => {
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(true);
    setError(null);
    act()
      .catch(setError)
      .finally(() => {
        isRunning.current = false;
        setBusy(false);
      });
  };
  return { isBusy, error, run };
}
