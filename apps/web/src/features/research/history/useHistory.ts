// Past research, newest first, page by page.
import { useState } from "react";
import { useApi } from "../../../api/ApiContext";
import { unwrap } from "../../../api/client";
import { type Asking, useAsked } from "../../../api/useAsked";
import type { ResearchPage, ResearchSession } from "../experts";
import { type Action, useAction } from "../../../ui/useAction";

const PAGE_SIZE = 20;
const LOOK_AGAIN_MS = 4000;

export interface History {
  first: Asking<ResearchPage>;
  /** What was asked for behind the first page. */
  older: readonly ResearchSession[];
  more: Action<[]>;
  hasMore: boolean;
}

export function useHistory(): History {
  const api = useApi();
  const [older, setOlder] = useState<ResearchPage>({ sessions: [], next: null });
  const [isAtWork, setAtWork] = useState(false);
  const page = async (before: string | null, signal?: AbortSignal) =>
    await unwrap(
      api.client.GET("/api/v1/coordinator/research/sessions", {
        params: { query: { limit: PAGE_SIZE, ...(before !== null && { before }) } },
        ...(signal && { signal }),
      }),
    );
  const first = useAsked(
    "research history",
    async (signal) => {
      const newest = await page(null, signal);
      setAtWork(newest.sessions.some(({ status }) => status === "running"));
      return newest;
    },
    { every: isAtWork ? LOOK_AGAIN_MS : undefined },
  );
  const newest = first.asked.status === "there" ? first.asked.value : null;
  const next = older.sessions.length > 0 ? older.next : (newest?.next ?? null);
  const more = useAction(async () => {
    const behind = await page(next);
    setOlder((now) => ({ sessions: [...now.sessions, ...behind.sessions], next: behind.next }));
  });
  const shown = new Set(newest?.sessions.map(({ session_id }) => session_id));
  return {
    first,
    // A session that started meanwhile pushes others from the first page to the second.
    older: older.sessions.filter(({ session_id }) => !shown.has(session_id)),
    more,
    hasMore: next !== null,
  };
}
