// One session and, while it is at work, its progress as it happens; a reload goes on where it is.
import { useEffect, useState } from "react";
import { useApi } from "../../../api/ApiContext";
import { unwrap } from "../../../api/client";
import { follow, type ServerEvent } from "../../../api/eventStream";
import { type Asking, useAsked } from "../../../api/useAsked";
import { useReaderLanguage } from "../../../i18n/LanguageContext";
import type { ResearchDetail } from "../experts";
import { heard, LAST_EVENT, type Progress, recorded, waitingFor } from "./progress";

export interface Research {
  asking: Asking<ResearchDetail>;
  progress: Progress;
  /** The network is away; the session goes on without us. */
  isAway: boolean;
}

/** Polling, for when the event stream is lost for good. */
const LOOK_AGAIN_MS = 15_000;

export function useResearch(sessionId: string): Research {
  const api = useApi();
  const language = useReaderLanguage();
  const [isAtWork, setAtWork] = useState(false);
  const asking = useAsked(
    `research ${sessionId}`,
    async (signal) => {
      const detail = await unwrap(
        api.client.GET("/api/v1/coordinator/research/sessions/{session_id}", {
          params: { path: { session_id: sessionId } },
          signal,
        }),
      );
      setAtWork(detail.status === "running");
      return detail;
    },
    { every: isAtWork ? LOOK_AGAIN_MS : undefined },
  );
  const { asked, again } = asking;
  const detail = asked.status === "there" ? asked.value : null;
  const [live, setLive] = useState<Live>({ run: null, events: [] });
  const [isAway, setAway] = useState(false);
  const run = detail?.status === "running" ? `${sessionId} ${detail.attempt} ${language}` : null;

  useEffect(() => {
    if (run === null) return undefined;
    const leaving = new AbortController();
    const listen = async () => {
      const events = follow({
        api,
        path: `/api/v1/coordinator/research/sessions/${encodeURIComponent(sessionId)}/events`,
        signal: leaving.signal,
        onAway: setAway,
        isLast: (event) => event.type === LAST_EVENT,
      });
      for await (const event of events) {
        setLive((now) => ({ run, events: now.run === run ? [...now.events, event] : [event] }));
      }
    };
    // However the stream ends, the record has the last word.
    void listen()
      .catch(() => undefined)
      .finally(() => {
        if (!leaving.signal.aborted) again();
      });
    return () => leaving.abort();
  }, [api, again, sessionId, run]);

  return { asking, isAway: isAway && run !== null, progress: drawn(detail, run, live) };
}

interface Live {
  run: string | null;
  events: readonly ServerEvent[];
}

function drawn(detail: ResearchDetail | null, run: string | null, live: Live): Progress {
  if (detail === null) return [];
  if (run === null) return recorded(detail);
  return (live.run === run ? live.events : []).reduce(heard, waitingFor(detail));
}
