// What the counterfactual audit says besides the server's own findings.
import en from "@catalogue/en/page/research.audit.json";
import zh from "@catalogue/zh/page/research.audit.json";
import { defineWords } from "../../../i18n/words";

export const auditWords = defineWords(zh, en);
