// What approvals say: the exact terms, the money at stake, and how long there is to decide.
import en from "@catalogue/en/page/deployments.approvals.json";
import zh from "@catalogue/zh/page/deployments.approvals.json";
import { defineWords } from "../../../i18n/words";

export const approvalWords = defineWords(zh, en);
