// The words of one feature, which load with it: both languages say the same phrases.
import { useMemo } from "react";
import { useLanguage } from "./LanguageContext";

export type Words<Z extends Record<string, string>> = { zh: Z; en: Record<keyof Z, string> };
export type SayWords<Z> = (phrase: keyof Z, values?: Record<string, string | number>) => string;

export function defineWords<Z extends Record<string, string>>(
  zh: Z,
  en: Record<keyof Z, string>,
): Words<Z> {
  return { zh, en };
}

/** Says a phrase of these words in the chosen language; `{name}` in it is replaced by `values.name`. */
export function useWords<Z extends Record<string, string>>(words: Words<Z>): SayWords<Z> {
  const { language } = useLanguage();
  return useMemo(() => {
    const spoken: Record<keyof Z, string> = words[language];
    return (phrase, values = {}) =>
      spoken[phrase].replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
  }, [words, language]);
}
