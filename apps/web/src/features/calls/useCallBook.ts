// The call book page by page, the newest calls first.
import { useState } from "react";
import { useApi } from "../../api/ApiContext";
import { unwrap } from "../../api/client";
import { useAsked } from "../../api/useAsked";
import type { Call } from "./types";

const PAGE = 50;

interface Page {
  calls: Call[];
  next_before: number | null;
}

export function useCallBook() {
  const api = useApi();
  const [earlier, setEarlier] = useState<Page[]>([]);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const page = (before: number | null, signal?: AbortSignal): Promise<Page> => {
    const query = { limit: PAGE, ...(before !== null && { before }) };
    return unwrap(
      api.client.GET("/api/v1/calls", { params: { query }, ...(signal && { signal }) }),
    );
  };
  const first = useAsked("calls", (signal) => page(null, signal));

  const pages = first.asked.status === "there" ? [first.asked.value, ...earlier] : [];
  const next = pages.at(-1)?.next_before ?? null;
  const more = async () => {
    if (isBusy) return;
    setBusy(true);
    setError(null);
    try {
      const answer = await page(next);
      setEarlier((old) => [...old, answer]);
    } catch (failure) {
      setError(failure);
    } finally {
      setBusy(false);
    }
  };
  return { first, calls: pages.flatMap(({ calls }) => calls), next, more, isBusy, error };
}
