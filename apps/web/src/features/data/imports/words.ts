// What the import of files says.
import en from "@catalogue/en/page/data_imports.json";
import zh from "@catalogue/zh/page/data_imports.json";
import { defineWords, type SayWords } from "../../../i18n/words";

export const words = defineWords(zh, en);

export type Phrase = keyof (typeof words)["zh"];
export type Say = SayWords<(typeof words)["zh"]>;
