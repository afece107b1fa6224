// What the studio says.
import en from "@catalogue/en/page/strategies.studio.json";
import zh from "@catalogue/zh/page/strategies.studio.json";
import { defineWords } from "../../../i18n/words";

export const studioWords = defineWords(zh, en);
