// The desk's sentences about a change, cut into what was and what is.
import type { Language } from "../../../i18n/language";

export interface DiffLine {
  kind: "added" | "removed" | "replaced";
  before: string | null;
  after: string | null;
}

// How the desk begins each sentence.
const OPENINGS: Record<Language, Record<DiffLine["kind"], string>> = {
  zh: { added: "新增：", removed: "删除：", replaced: "修改：" },
  en: { added: "Added: ", removed: "Removed: ", replaced: "Changed: " },
};
const ARROW = " → ";

/** Null for a sentence that does not have the known form: it is then shown as it is. */
export function diffLineOf(sentence: string, language: Language): DiffLine | null {
  const { added, removed, replaced } = OPENINGS[language];
  if (sentence.startsWith(added))
    return { kind: "added", before: null, after: sentence.slice(added.length) };
  if (sentence.startsWith(removed))
    return { kind: "removed", before: sentence.slice(removed.length), after: null };
  if (!sentence.startsWith(replaced)) return null;
  const [before, after, ...rest] = sentence.slice(replaced.length).split(ARROW);
  // A name may hold an arrow itself; then nobody knows which one is ours.
  if (before === undefined || after === undefined || rest.length > 0) return null;
  return { kind: "replaced", before, after };
}
