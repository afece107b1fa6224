// One of the call books page by page, the newest calls first.
import { useApi } from "../../api/ApiContext";
import { unwrap } from "../../api/client";
import { type Pages, usePages } from "../../ui/usePages";
import type { Call, CallBook } from "./types";

const PAGE = 50;

export function useCallBook(book: CallBook): Pages<Call> {
  const api = useApi();
  return usePages<Call, number>({
    key: `calls/${book}`,
    by: "id",
    ask: async (before, signal) => {
      const query = { limit: PAGE, book, ...(before !== null && { before }) };
      const page = await unwrap(api.client.GET("/api/v1/calls", { params: { query }, signal }));
      return { items: page.calls, next: page.next_before };
    },
  });
}
