// What the pages and cards of chat say.
import { defineWords } from "../../i18n/words";

export const words = defineWords({ title: "chat" }, { title: "chat" });
