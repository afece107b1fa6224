// What the command palette and the list of keys say.
import en from "@catalogue/en/page/palette.json";
import zh from "@catalogue/zh/page/palette.json";
import { defineWords } from "../../i18n/words";

export const words = defineWords(zh, en);
