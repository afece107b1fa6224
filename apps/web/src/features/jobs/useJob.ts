// Follows a piece of long work from its events: how far it is, what it does, and how it ended.
import { useEffect, useRef, useState } from "react";
import { useApi } from "../../api/ApiContext";
import { follow, type ServerEvent } from "../../api/eventStream";

export type JobEnding = "succeeded" | "failed" | "cancelled";

export interface JobView {
  /** From 0 to 1; null until the work has begun. */
  fraction: number | null;
  /** What the server says it is doing, in the server's own words. */
  message: string;
  ending: JobEnding | null;
  /** Why it failed. */
  error: string | null;
  isAway: boolean;
  /** The stream itself could not be read. */
  failure: unknown;
}

const WAITING: JobView = {
  fraction: null,
  message: "",
  ending: null,
  error: null,
  isAway: false,
  failure: null,
};

/** `onEnd` is called once, when the work has ended in whatever way. Another job needs another component (a key). */
export function useJob(jobId: string, onEnd: () => void): JobView {
  const api = useApi();
  const [view, setView] = useState(WAITING);
  const ended = useRef(onEnd);
  useEffect(() => {
    ended.current = onEnd;
  });

  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    const watch = async () => {
      const events = follow({
        api,
        path: `/api/v1/jobs/${encodeURIComponent(jobId)}/events`,
        signal,
        onAway: (isAway) => setView((old) => ({ ...old, isAway })),
        isLast: ({ type }) => type === "job_finished",
      });
      for await (const event of events) {
        if (signal.aborted) return;
        setView((old) => after(old, event));
        if (event.type === "job_finished") ended.current();
      }
    };
    watch().catch((failure: unknown) => {
      if (!signal.aborted) setView((old) => ({ ...old, failure }));
    });
    return () => leaving.abort();
  }, [api, jobId]);

  return view;
}

/** What is known once an event has been heard. */
function after(view: JobView, { type, data }: ServerEvent): JobView {
  const event = data as { fraction?: number; message?: string; status?: JobEnding; error?: string };
  switch (type) {
    case "job_started":
      return { ...view, fraction: view.fraction ?? 0 };
    case "job_progress":
      return {
        ...view,
        fraction: event.fraction ?? view.fraction,
        message: event.message || view.message,
      };
    case "job_finished":
      return { ...view, ending: event.status ?? "failed", error: event.error ?? null };
    default:
      return view;
  }
}
