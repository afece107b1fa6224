// What the pages and cards of research say.
import { defineWords } from "../../i18n/words";

export const words = defineWords({ title: "research" }, { title: "research" });
