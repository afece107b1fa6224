// The time, moving on each second while something counts down.
import { useEffect, useState } from "react";

export function useNow(isMoving: boolean): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!isMoving) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [isMoving]);
  return now;
}
