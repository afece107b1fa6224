// What the comparison of backtests says.
import en from "@catalogue/en/page/backtests.compare.json";
import zh from "@catalogue/zh/page/backtests.compare.json";
import { defineWords } from "../../../i18n/words";

export const words = defineWords(zh, en);
