// What the pages of research say: starting, following, looking back.
import en from "@catalogue/en/page/research.json";
import zh from "@catalogue/zh/page/research.json";
import { defineWords } from "../../i18n/words";

export const words = defineWords(zh, en);
