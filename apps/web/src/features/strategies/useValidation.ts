// Whether a text is a strategy, as the desk sees it, asked whenever the writer pauses.
import { unwrap } from "../../api/client";
import { useApi } from "../../api/ApiContext";
import { type Asking, useAsked } from "../../api/useAsked";
import type { Validation } from "./types";
import { useSettled } from "./useSettled";

export interface Checking {
  /** What was asked about; it lags behind what is being typed. */
  text: string;
  /** Null for an empty text: there is nothing to check. */
  asking: Asking<Validation | null>;
}

export function useValidation(typed: string): Checking {
  const { client } = useApi();
  const text = useSettled(typed, 400);
  const asking = useAsked(text, async (signal) =>
    text.trim() === ""
      ? null
      : unwrap(client.POST("/api/v1/strategies/validate", { body: { text }, signal })),
  );
  return { text, asking };
}
