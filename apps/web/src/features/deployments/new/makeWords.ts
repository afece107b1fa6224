// What making a deployment and linking broker accounts says.
import en from "@catalogue/en/page/deployments.new.json";
import zh from "@catalogue/zh/page/deployments.new.json";
import { defineWords } from "../../../i18n/words";

export const makeWords = defineWords(zh, en);
