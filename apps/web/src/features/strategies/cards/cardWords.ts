// What the cards of strategies say in a conversation.
import en from "@catalogue/en/page/strategies.cards.json";
import zh from "@catalogue/zh/page/strategies.cards.json";
import { defineWords } from "../../../i18n/words";

export const cardWords = defineWords(zh, en);
