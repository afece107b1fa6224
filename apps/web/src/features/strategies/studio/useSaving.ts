// Saves a draft as the next version of what it was made from; a version that came between is told and not overwritten.
import { useState } from "react";
import { useApi } from "../../../api/ApiContext";
import { unwrap } from "../../../api/client";
import { ApiError } from "../../../api/error";
import { useAction } from "../../../ui/useAction";
import { recordOf } from "../rules/document";
import type { Draft, Edit } from "./draft";

interface Saving {
  /** The version that was just saved. */
  saved: number | null;
  /** The version that somebody else saved meanwhile. */
  current: number | null;
  isBusy: boolean;
  error: unknown;
  save: (base?: number) => void;
  takeLatest: () => void;
}

export function useSaving(
  strategyId: string,
  draft: Draft,
  edit: (edit: Edit) => void,
  newest: number,
): Saving {
  const { client } = useApi();
  const [saved, setSaved] = useState<number | null>(null);
  const [current, setCurrent] = useState<number | null>(newest > draft.base ? newest : null);
  const params = { path: { strategy_id: strategyId } };
  const saving = useAction(async (base: number) => {
    const body = { text: draft.text, expected_version: base };
    try {
      const strategy = await unwrap(
        client.PUT("/api/v1/strategies/{strategy_id}", { params, body }),
      );
      edit({ kind: "saved", version: strategy.version });
      setSaved(strategy.version);
      setCurrent(null);
    } catch (error) {
      const other = versionOf(error);
      if (other === null) throw error;
      setCurrent(other);
    }
  });
  const taking = useAction(async () => {
    const strategy = await unwrap(client.GET("/api/v1/strategies/{strategy_id}", { params }));
    edit({ kind: "begin", document: strategy.document, base: strategy.version, format: "json" });
    setCurrent(null);
  });
  return {
    saved,
    current,
    isBusy: saving.isBusy || taking.isBusy,
    error: saving.error ?? taking.error,
    save: (base = draft.base) => void saving.run(base),
    takeLatest: () => void taking.run(),
  };
}

function versionOf(error: unknown): number | null {
  if (!(error instanceof ApiError) || error.code !== "stale_version") return null;
  const { current_version: version } = recordOf(error.details);
  return typeof version === "number" ? version : null;
}
