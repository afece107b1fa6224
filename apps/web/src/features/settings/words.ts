// What the settings of models, money and attribution say.
import en from "@catalogue/en/page/settings.json";
import zh from "@catalogue/zh/page/settings.json";
import { defineWords } from "../../i18n/words";

export const words = defineWords(zh, en);
