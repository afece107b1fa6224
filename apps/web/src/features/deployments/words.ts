// What the pages and cards of deployments say about where a deployment stands and what can be done with it.
import en from "@catalogue/en/page/deployments.json";
import zh from "@catalogue/zh/page/deployments.json";
import { defineWords } from "../../i18n/words";

export const words = defineWords(zh, en);
