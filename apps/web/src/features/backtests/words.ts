// What the pages of backtests say around a report: the list, a new one, and what becomes of it.
import en from "@catalogue/en/page/backtests.json";
import zh from "@catalogue/zh/page/backtests.json";
import { defineWords } from "../../i18n/words";

export const words = defineWords(zh, en);

export type BacktestWords = (typeof words)["zh"];
