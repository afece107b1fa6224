// What the page for a new strategy says.
import en from "@catalogue/en/page/strategies.new.json";
import zh from "@catalogue/zh/page/strategies.new.json";
import { defineWords } from "../../../i18n/words";

export const newWords = defineWords(zh, en);
