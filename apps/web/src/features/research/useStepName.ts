// What an expert or a step is called in the chosen language.
import { useCallback } from "react";
import { useWords } from "../../i18n/words";
import { isExpert } from "./experts";
import { words } from "./words";

/** An unknown name is shown as it is. */
export function useStepName(): (name: string) => string {
  const say = useWords(words);
  return useCallback(
    (name) => (isExpert(name) || name === "debate" || name === "judge" ? say(name) : name),
    [say],
  );
}
