// What the pages and cards of deployments say about where a deployment stands and what can be done with it. What blocks
// one is said in the words that the chat, the terminal and the tools use, too.
import blockersEn from "@catalogue/en/trading.blocker.json";
import blockersZh from "@catalogue/zh/trading.blocker.json";
import en from "@catalogue/en/page/deployments.json";
import zh from "@catalogue/zh/page/deployments.json";
import { defineWords } from "../../i18n/words";

export const words = defineWords({ ...blockersZh, ...zh }, { ...blockersEn, ...en });
