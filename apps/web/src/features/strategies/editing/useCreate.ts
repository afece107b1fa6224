// Stores a new strategy and goes to its page.
import { useLocation } from "wouter";
import { unwrap } from "../../../api/client";
import { useApi } from "../../../api/ApiContext";
import { strategyAddress } from "../addresses";
import type { Document } from "../types";
import { type Action, useAction } from "../../../ui/useAction";

/** A document as it is, or a text in JSON or YAML. */
type Source = { document: Document } | { text: string; name: string | null };

export function useCreate(): Action<[Source]> {
  const { client } = useApi();
  const [, goTo] = useLocation();
  return useAction(async (source: Source) => {
    const made = await unwrap(client.POST("/api/v1/strategies", { body: source }));
    goTo(strategyAddress(made.strategy_id));
  });
}
