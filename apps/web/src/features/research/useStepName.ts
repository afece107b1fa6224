// What an expert or a step is called in the chosen language, also inside the desk's own sentences.
import { useCallback } from "react";
import { useWords } from "../../i18n/words";
import { EXPERTS, isExpert } from "./experts";
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

export function useNamed(): (text: string) => string {
  const nameOf = useStepName();
  return useCallback((text) => text.replace(NAMES, nameOf), [nameOf]);
}
