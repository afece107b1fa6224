// What the report of a backtest says: its figures in plain words, its pictures and its tables.
import en from "@catalogue/en/page/backtests.report.json";
import zh from "@catalogue/zh/page/backtests.report.json";
import { defineWords } from "../../../i18n/words";

export const reportWords = defineWords(zh, en);

export type ReportWords = (typeof reportWords)["zh"];
