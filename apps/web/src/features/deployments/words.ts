// What the pages and cards of deployments say.
import { defineWords } from "../../i18n/words";

export const words = defineWords({ title: "deployments" }, { title: "deployments" });
