// What the book of a deployment says: orders, fills, positions, signals, limits, differences and history.
import en from "@catalogue/en/page/deployments.book.json";
import zh from "@catalogue/zh/page/deployments.book.json";
import { defineWords } from "../../../i18n/words";

export const bookWords = defineWords(zh, en);
