// What the cards of research say in a conversation.
import { defineWords } from "../../../i18n/words";

export const cardWords = defineWords(
  {
    open: "看完整的研究",
    research_of: "研究：{symbol}",
    debate_of: "多空辩论：{symbol}",
    waiting: "辩论还没有开始，等专家们完成。",
  },
  {
    open: "Open the whole research",
    research_of: "Research: {symbol}",
    debate_of: "Bull and bear: {symbol}",
    waiting: "The debate has not begun; the experts are still at work.",
  },
);
