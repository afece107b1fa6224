// Past research, newest first, page by page; asked for again while some of it is under way.
import { useApi } from "../../../api/ApiContext";
import { unwrap } from "../../../api/client";
import { type Pages, usePages } from "../../../ui/usePages";
import type { ResearchSession } from "../experts";

const PAGE_SIZE = 20;
const LOOK_AGAIN_MS = 4000;

export function useHistory(): Pages<ResearchSession> {
  const api = useApi();
  return usePages<ResearchSession, string>({
    key: "research history",
    by: "session_id",
    every: (sessions) =>
      sessions.some(({ status }) => status === "running") ? LOOK_AGAIN_MS : undefined,
    ask: async (before, signal) => {
      const query = { limit: PAGE_SIZE, ...(before !== null && { before }) };
      const page = await unwrap(
        api.client.GET("/api/v1/coordinator/research/sessions", { params: { query }, signal }),
      );
      return { items: page.sessions, next: page.next };
    },
  });
}
