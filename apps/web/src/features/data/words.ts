// What the pages of data say.
import en from "@catalogue/en/page/data.json";
import zh from "@catalogue/zh/page/data.json";
import { defineWords } from "../../i18n/words";

export const words = defineWords(zh, en);

export type Phrase = keyof (typeof words)["zh"];
