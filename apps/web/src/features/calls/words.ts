// What the pages and cards of calls say.
import { defineWords } from "../../i18n/words";

export const words = defineWords({ title: "calls" }, { title: "calls" });
