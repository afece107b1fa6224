// What the server thinks of a draft, a moment after each edit: its problems, or its sentences and its numbers.
import { useEffect, useState } from "react";
import { useAsked } from "../../../api/useAsked";
import { useCheck } from "../editing/useCheck";
import { useSettled } from "../editing/useSettled";
import type { Problem, Validation } from "../types";
import type { Draft, Edit } from "./draft";

interface DraftCheck {
  /** Of the newest text that was valid. */
  last: Validation | null;
  problems: readonly Problem[];
  /** Whether the text, as far as it was checked, has problems. */
  isInvalid: boolean;
  isChecking: boolean;
}

interface Seen {
  answer: Validation | null;
  last: Validation | null;
}

const PAUSE_MS = 200;

export function useDraftCheck(draft: Draft, edit: (edit: Edit) => void): DraftCheck {
  const { check, language } = useCheck();
  const text = useSettled(draft.text, PAUSE_MS);
  const { asked } = useAsked(`${language} ${text}`, (signal) => check({ text }, signal));
  const answer = asked.status === "there" ? asked.value : null;
  const [seen, setSeen] = useState<Seen>({ answer: null, last: null });
  if (answer !== null && answer !== seen.answer)
    setSeen({ answer, last: answer.valid ? answer : seen.last });
  useEffect(() => {
    if (answer?.valid && answer.document) edit({ kind: "read", text, document: answer.document });
  }, [answer, text, edit]);
  const problems = seen.answer?.problems ?? [];
  return {
    last: seen.last,
    problems,
    isInvalid: problems.length > 0,
    isChecking: text !== draft.text || asked.status === "waiting",
  };
}
