// What a strategy from research says about where its rules come from.
import en from "@catalogue/en/page/strategies.origins.json";
import zh from "@catalogue/zh/page/strategies.origins.json";
import { defineWords } from "../../../i18n/words";

export const originWords = defineWords(zh, en);
