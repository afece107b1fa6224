// What the chart workbench says.
import en from "@catalogue/en/page/charts.json";
import zh from "@catalogue/zh/page/charts.json";
import { defineWords } from "../i18n/words";

export const chartWords = defineWords(zh, en);
