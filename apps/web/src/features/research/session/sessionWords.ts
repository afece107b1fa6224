// What can be done with a session, in words.
import en from "@catalogue/en/page/research.session.json";
import zh from "@catalogue/zh/page/research.session.json";
import { defineWords } from "../../../i18n/words";

export const sessionWords = defineWords(zh, en);
