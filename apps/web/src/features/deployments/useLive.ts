// Follows what happens to a deployment and says when to look again: at each event, though not more than twice a second.
import { useEffect, useState } from "react";
import { useApi } from "../../api/ApiContext";
import { follow } from "../../api/eventStream";

const PAUSE_MS = 500;

export interface Live {
  /** Grows whenever something happened. */
  beat: number;
  isAway: boolean;
}

export function useLive(deploymentId: string): Live {
  const api = useApi();
  const [beat, setBeat] = useState(0);
  const [isAway, setIsAway] = useState(false);
  useEffect(() => {
    const leaving = new AbortController();
    let timer: ReturnType<typeof setTimeout> | null = null;
    const notify = () => {
      timer ??= setTimeout(() => {
        timer = null;
        setBeat((n) => n + 1);
      }, PAUSE_MS);
    };
    const listen = async () => {
      const path = `/api/v1/deployments/${encodeURIComponent(deploymentId)}/events`;
      const { signal } = leaving;
      for await (const _ of follow({ api, path, signal, onAway: setIsAway, isLast: () => false }))
        notify();
    };
    // Without a stream the page still asks every few seconds.
    listen().catch(() => undefined);
    return () => {
      leaving.abort();
      if (timer !== null) clearTimeout(timer);
    };
  }, [api, deploymentId]);
  return { beat, isAway };
}

/** Asks again at each beat but the first, which the component's own asking has covered. */
export function useOnBeat(beat: number, again: () => void): void {
  useEffect(() => {
    if (beat > 0) again();
  }, [beat, again]);
}
