// The phrases of one feature, from the catalogue of messages: they load with it, in both languages.
import { useMemo } from "react";
import { type SayPhrase, speak, useLanguage } from "./LanguageContext";

type Words<Z extends Record<string, string>> = { zh: Z; en: Record<keyof Z, string> };
export type SayWords<Z> = SayPhrase<keyof Z>;

export function defineWords<Z extends Record<string, string>>(
  zh: Z,
  en: Record<keyof Z, string>,
): Words<Z> {
  return { zh, en };
}

/** Says a phrase of these words in the chosen language; `{name}` in it is replaced by `values.name`. */
export function useWords<Z extends Record<string, string>>(words: Words<Z>): SayWords<Z> {
  const { language } = useLanguage();
  return useMemo(() => speak<keyof Z & string>(words[language]) as SayWords<Z>, [words, language]);
}
