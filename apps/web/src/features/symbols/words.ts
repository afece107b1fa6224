// What the search for symbols says, and the names of the markets.
import en from "@catalogue/en/page/symbols.json";
import zh from "@catalogue/zh/page/symbols.json";
import { defineWords } from "../../i18n/words";

export const words = defineWords(zh, en);
