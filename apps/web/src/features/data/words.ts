// What the pages and cards of data say.
import { defineWords } from "../../i18n/words";

export const words = defineWords({ title: "data" }, { title: "data" });
