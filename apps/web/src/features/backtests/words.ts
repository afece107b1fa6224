// What the pages and cards of backtests say.
import { defineWords } from "../../i18n/words";

export const words = defineWords({ title: "backtests" }, { title: "backtests" });
