// What the list of strategies and the page of one say.
import en from "@catalogue/en/page/strategies.json";
import zh from "@catalogue/zh/page/strategies.json";
import { defineWords } from "../../i18n/words";

export const words = defineWords(zh, en);
