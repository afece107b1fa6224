// What a research report says besides the server's own texts.
import en from "@catalogue/en/page/research.report.json";
import zh from "@catalogue/zh/page/research.report.json";
import { defineWords } from "../../../i18n/words";

export const reportWords = defineWords(zh, en);
