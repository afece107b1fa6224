// What can be wrong with a definition, in words: one phrase for each code of the server.
import en from "@catalogue/en/page/strategies.problems.json";
import zh from "@catalogue/zh/page/strategies.problems.json";
import { defineWords } from "../../../i18n/words";

export const problemWords = defineWords(zh, en);
