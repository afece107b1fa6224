// What the pages of optimisations say.
import en from "@catalogue/en/page/stress.optimisations.json";
import zh from "@catalogue/zh/page/stress.optimisations.json";
import { defineWords } from "../../../i18n/words";

export const words = defineWords(zh, en);
