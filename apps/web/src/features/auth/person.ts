// How a person is named on the page.
import type { User } from "../../api/types";
import type { Say } from "../../i18n/LanguageContext";
import type { SessionState } from "./session";

/** The display name; null while nobody is known. */
export function nameOf(state: SessionState, say: Say): string | null {
  if (state.status === "owner") return say("account.owner");
  return state.status === "signed_in" ? accountName(state.user) : null;
}

function accountName(user: User): string {
  return user.name || user.email || user.id;
}
