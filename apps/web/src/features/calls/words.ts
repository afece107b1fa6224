// What the call book says.
import en from "@catalogue/en/page/calls.json";
import zh from "@catalogue/zh/page/calls.json";
import { defineWords } from "../../i18n/words";

export const words = defineWords(zh, en);

type Phrase = keyof (typeof words)["zh"];

/** `prefix_name` where the words have it, else nothing: the server may name what this page does not know yet. */
export function phraseOf(prefix: string, name: string): Phrase | null {
  const phrase = `${prefix}_${name}`;
  return phrase in words.zh ? (phrase as Phrase) : null;
}
