// The list of a person's conversations: searched at the server, page by page, and kept while views come and go.
import { type Api, promptly, unwrap } from "../../../api/client";
import type { components } from "../../../contracts/api";

export type SessionRow = components["schemas"]["ChatSessionPage"]["sessions"][number];

export interface SessionListing {
  search: string;
  rows: readonly SessionRow[];
  /** What to ask the page behind with; null on the last. */
  next: string | null;
  status: "waiting" | "there" | "failed";
  error: unknown;
}

export interface SessionList {
  subscribe(listener: () => void): () => void;
  listing(): SessionListing;
  /** Asks again, for as many as are there. */
  refresh(): void;
  /** Asks when a person has stopped typing for a moment. */
  search(text: string): void;
  more(): void;
  remove(sessionId: string): Promise<void>;
}

const PAGE = 30;
const MOST = 200;
const TYPING_MS = 300;

export function createSessionList(api: Api): SessionList {
  let now: SessionListing = { search: "", rows: [], next: null, status: "waiting", error: null };
  let asked = 0;
  let typing: ReturnType<typeof setTimeout> | undefined;
  const listeners = new Set<() => void>();
  const put = (change: Partial<SessionListing>) => {
    now = { ...now, ...change };
    listeners.forEach((listener) => listener());
  };

  /** Of several questions on the way, only the answer to the last counts. */
  const ask = async (limit: number, before: string | null) => {
    asked += 1;
    const question = asked;
    const query = { limit, ...(before && { before }), ...(now.search && { search: now.search }) };
    try {
      const page = await unwrap(
        api.client.GET("/api/v1/sessions", { params: { query }, ...promptly() }),
      );
      if (question !== asked) return;
      const rows = before ? [...now.rows, ...page.sessions] : page.sessions;
      put({ rows, next: page.next, status: "there", error: null });
    } catch (error) {
      if (question === asked) put({ status: "failed", error });
    }
  };

  const refresh = () => void ask(Math.min(MOST, Math.max(PAGE, now.rows.length)), null);
  api.tokens.onDrop(() => put({ search: "", rows: [], next: null, status: "waiting" }));
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    listing: () => now,
    refresh,
    search(text) {
      put({ search: text });
      clearTimeout(typing);
      typing = setTimeout(() => void ask(PAGE, null), TYPING_MS);
    },
    more() {
      if (now.next) void ask(PAGE, now.next);
    },
    async remove(sessionId) {
      const params = { path: { session_id: sessionId } };
      await unwrap(api.client.DELETE("/api/v1/sessions/{session_id}", { params, ...promptly() }));
      put({ rows: now.rows.filter((row) => row.session_id !== sessionId) });
    },
  };
}
