// What the summary of a research session says.
import en from "@catalogue/en/page/research.summary.json";
import zh from "@catalogue/zh/page/research.summary.json";
import { defineWords } from "../../../i18n/words";

export const summaryWords = defineWords(zh, en);
