// A message of the desk in the page's language, where it stands in the midst of a view.
import { useTold } from "../i18n/told";

export function DeskSays({ children }: { children: string }) {
  return useTold()(children);
}
