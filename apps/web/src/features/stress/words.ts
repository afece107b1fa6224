// What the pages and cards of stress say.
import en from "@catalogue/en/page/stress.json";
import zh from "@catalogue/zh/page/stress.json";
import { defineWords } from "../../i18n/words";

export const words = defineWords(zh, en);
