// What the first page says.
import en from "@catalogue/en/page/home.json";
import zh from "@catalogue/zh/page/home.json";
import { defineWords } from "../../i18n/words";

export const words = defineWords(zh, en);
