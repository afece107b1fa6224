// What an expert, a step or a code word is called in the chosen language, also inside the desk's own sentences.
import { useCallback } from "react";
import { useLanguage } from "../../i18n/LanguageContext";
import { useWords } from "../../i18n/words";
import { EXPERTS, isExpert } from "./experts";
import { reportWords } from "./report/reportWords";
import { words } from "./words";

/** A name that nobody knows is told as it is. */
export function useStepName(): (name: string) => string {
  const say = useWords(words);
  return useCallback(
    (name) => (isExpert(name) || name === "debate" || name === "judge" ? say(name) : name),
    [say],
  );
}

const NAMES = new RegExp(`\\b(${EXPERTS.join("|")})\\b`, "g");
const CODES = Object.keys(reportWords.zh).filter((word) => /^[A-Z_]+$/.test(word));
/** A code word, with the space that sets it off from Chinese. */
const CODE = new RegExp(
  `((?<=\\p{Script=Han}) )?\\b(${CODES.join("|")})\\b( (?=\\p{Script=Han}))?`,
  "gu",
);
/** The desk writes a level in words and in code: 高（HIGH）. */
const TWICE = /(?<=[高中低])（(?:HIGH|MEDIUM|LOW)）/g;

export function useNamed(): (text: string) => string {
  const nameOf = useStepName();
  const { language } = useLanguage();
  return useCallback(
    (text) => {
      const named = text.replace(NAMES, nameOf);
      return language === "zh" ? inWords(named) : named;
    },
    [nameOf, language],
  );
}

/** A Chinese text without code words: BULLISH is 看多, and HIGH is 高. */
export function inWords(text: string): string {
  return text
    .replace(TWICE, "")
    .replace(CODE, (_, _before, code: keyof typeof reportWords.zh) => reportWords.zh[code]);
}
