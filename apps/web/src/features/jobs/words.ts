// What is said of long work while it runs and when it has ended.
import en from "@catalogue/en/page/jobs.json";
import zh from "@catalogue/zh/page/jobs.json";
import { defineWords } from "../../i18n/words";

export const words = defineWords(zh, en);
