// What a backtest assumes and what it cannot know, said plainly.
import en from "@catalogue/en/page/backtests.notes.json";
import zh from "@catalogue/zh/page/backtests.notes.json";
import { defineWords } from "../../../i18n/words";

export const noteWords = defineWords(zh, en);
