// What the notifications say.
import en from "@catalogue/en/page/notices.json";
import zh from "@catalogue/zh/page/notices.json";
import { defineWords } from "../../i18n/words";

export const words = defineWords(zh, en);
