// What the pages and cards of stress say.
import { defineWords } from "../../i18n/words";

export const words = defineWords({ title: "stress" }, { title: "stress" });
