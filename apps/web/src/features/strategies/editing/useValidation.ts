// Whether a text is a strategy, as the server sees it, asked whenever the writer pauses.
import { type Asking, useAsked } from "../../../api/useAsked";
import type { Validation } from "../types";
import { useCheck } from "./useCheck";
import { useSettled } from "./useSettled";

export interface Checking {
  /** What was asked about; it lags behind what is being typed. */
  text: string;
  /** Null for an empty text: there is nothing to check. */
  asking: Asking<Validation | null>;
}

export function useValidation(typed: string): Checking {
  const { check, language } = useCheck();
  const text = useSettled(typed, 400);
  const asking = useAsked(`${language} ${text}`, async (signal) =>
    text.trim() === "" ? null : check({ text }, signal),
  );
  return { text, asking };
}
