// What the cards of research say in a conversation.
import en from "@catalogue/en/page/research.cards.json";
import zh from "@catalogue/zh/page/research.cards.json";
import { defineWords } from "../../../i18n/words";

export const cardWords = defineWords(zh, en);
