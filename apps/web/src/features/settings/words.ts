// What the pages and cards of settings say.
import { defineWords } from "../../i18n/words";

export const words = defineWords({ title: "settings" }, { title: "settings" });
