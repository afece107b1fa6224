// What the kill switch says; it loads with the frame of the page.
import en from "@catalogue/en/page/deployments.kill.json";
import zh from "@catalogue/zh/page/deployments.kill.json";
import { defineWords } from "../../../i18n/words";

export const switchWords = defineWords(zh, en);
