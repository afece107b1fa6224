// What the pages and cards of chat say.
import en from "@catalogue/en/page/chat.json";
import zh from "@catalogue/zh/page/chat.json";
import { defineWords } from "../../i18n/words";

export const words = defineWords(zh, en);

type ChatWord = keyof typeof words.zh;

/** A code of the server in words; one that is unknown stays what it is. */
export function wordFor(
  prefix: "field" | "reason" | "phase" | "call",
  code: string,
): ChatWord | null {
  const name = `${prefix}_${code}`;
  return Object.hasOwn(words.zh, name) ? (name as ChatWord) : null;
}
