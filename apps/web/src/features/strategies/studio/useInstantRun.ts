// Backtests a draft while it is edited: the latest wins, what it replaces is given up, and the count is kept.
import { useEffect, useRef, useState } from "react";
import { useApi } from "../../../api/ApiContext";
import { unwrap } from "../../../api/client";
import { ApiError } from "../../../api/error";
import { randomKey } from "../../../api/randomKey";
import type { components } from "../../../contracts/api";
import type { Document } from "../types";

export type DraftResult = components["schemas"]["DraftRunOut"];

export interface InstantRun {
  result: DraftResult | null;
  /** What was the result of the first run: what the edits are measured against. */
  first: DraftResult | null;
  /** True while a newer one is on its way. */
  isStale: boolean;
  error: unknown;
  /** Milliseconds from the edit to the answer. */
  took: number | null;
  again: () => void;
}

const SLIDER_PAUSE_MS = 30;
const TYPING_PAUSE_MS = 400;

interface Held {
  key: string;
  result: DraftResult | null;
  first: DraftResult | null;
  error: unknown;
  took: number | null;
}

export function useInstantRun(
  strategyId: string,
  document: Document | null,
  { isTyped, isOn }: { isTyped: boolean; isOn: boolean },
): InstantRun {
  const { client } = useApi();
  const editor = useRef(randomKey().slice(0, 36));
  const [round, setRound] = useState(0);
  const key = document === null || !isOn ? null : JSON.stringify(document);
  const [held, setHeld] = useState<Held>({
    key: "",
    result: null,
    first: null,
    error: null,
    took: null,
  });
  useEffect(() => {
    if (key === null) return undefined;
    const superseded = new AbortController();
    const { signal } = superseded;
    const began = performance.now();
    const run = async () => {
      try {
        const body = {
          document: JSON.parse(key) as Document,
          strategy_id: strategyId,
          editor: editor.current,
        };
        const result = await unwrap(client.POST("/api/v1/backtests/drafts", { body, signal }));
        const took = performance.now() - began;
        if (!signal.aborted)
          setHeld((old) => ({ key, result, first: old.first ?? result, error: null, took }));
      } catch (error) {
        const isQuiet = signal.aborted || isSuperseded(error);
        if (!isQuiet) setHeld((old) => ({ ...old, key, error }));
      }
    };
    const timer = setTimeout(() => void run(), isTyped ? TYPING_PAUSE_MS : SLIDER_PAUSE_MS);
    return () => {
      clearTimeout(timer);
      superseded.abort();
    };
    // How it was edited only sets the pause.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [client, key, strategyId, round]);
  const { result, first, error, took } = held;
  return {
    result,
    first,
    error,
    took,
    isStale: key === null || held.key !== key,
    again: () => setRound((n) => n + 1),
  };
}

function isSuperseded(error: unknown): boolean {
  return error instanceof ApiError && error.code === "draft_superseded";
}
