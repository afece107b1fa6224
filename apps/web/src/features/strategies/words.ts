// What the pages and cards of strategies say.
import { defineWords } from "../../i18n/words";

export const words = defineWords({ title: "strategies" }, { title: "strategies" });
