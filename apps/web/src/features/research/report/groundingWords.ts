// What a research report says about its own grounding.
import en from "@catalogue/en/page/research.grounding.json";
import zh from "@catalogue/zh/page/research.grounding.json";
import { defineWords } from "../../../i18n/words";

export const groundingWords = defineWords(zh, en);

export type GroundingPhrase = keyof (typeof groundingWords)["zh"];
