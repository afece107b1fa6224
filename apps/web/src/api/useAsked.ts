// What the server was asked for: on the way, there, or failed; asked again on demand and, if wanted, every few seconds.
import { useCallback, useEffect, useRef, useState } from "react";
import { useReaderLanguage } from "../i18n/LanguageContext";

export type Asked<T> =
  | { status: "waiting" }
  | { status: "failed"; error: unknown }
  /** `isStale` while a newer answer is on the way. */
  | { status: "there"; value: T; isStale: boolean };

export interface Asking<T> {
  asked: Asked<T>;
  again: () => void;
}

/** Milliseconds between two questions, which may hang on the last answer; undefined asks once. */
export type Pace<T> = number | undefined | ((value: T) => number | undefined);

/**
 * Asks when the component appears and whenever `key` or the language changes; what belongs to an old key is forgotten.
 * With `every` milliseconds it asks again while it is on the screen and the tab is looked at; an answer that fails then
 * leaves the last good one standing.
 */
export function useAsked<T>(
  key: string,
  ask: (signal: AbortSignal) => Promise<T>,
  { every }: { every?: Pace<T> } = {},
): Asking<T> {
  const [held, setHeld] = useState<Held<T>>({ key, round: 0, answer: null });
  const [round, setRound] = useState(0);
  const language = useReaderLanguage();
  const latest = useRef(ask);
  useEffect(() => {
    latest.current = ask;
  });

  useEffect(() => {
    const leaving = new AbortController();
    const hold = (answer: Answer<T>) => {
      if (leaving.signal.aborted) return;
      setHeld((old) => ({
        key,
        round,
        answer: old.key === key ? better(old.answer, answer) : answer,
      }));
    };
    latest.current(leaving.signal).then(
      (value) => hold({ value }),
      (error: unknown) => hold({ error }),
    );
    return () => leaving.abort();
  }, [key, round, language]);

  const asked = drawn(held, key, round);
  const pace = paceOf(every, asked);
  useEffect(() => {
    if (pace === undefined) return undefined;
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") setRound((n) => n + 1);
    }, pace);
    return () => clearInterval(timer);
  }, [pace]);

  const again = useCallback(() => setRound((n) => n + 1), []);
  return { asked, again };
}

function paceOf<T>(every: Pace<T>, asked: Asked<T>): number | undefined {
  if (typeof every !== "function") return every;
  return asked.status === "there" ? every(asked.value) : undefined;
}

type Answer<T> = { value: T } | { error: unknown };

interface Held<T> {
  key: string;
  round: number;
  answer: Answer<T> | null;
}

/** A later failure does not take away what is there. */
function better<T>(old: Answer<T> | null, next: Answer<T>): Answer<T> {
  return "error" in next && old !== null && "value" in old ? old : next;
}

function drawn<T>(
  { key: heldKey, round: heldRound, answer }: Held<T>,
  key: string,
  round: number,
): Asked<T> {
  if (heldKey !== key || answer === null) return { status: "waiting" };
  if ("value" in answer)
    return { status: "there", value: answer.value, isStale: heldRound !== round };
  return heldRound === round ? { status: "failed", error: answer.error } : { status: "waiting" };
}
