// Asks the server whether a definition is a strategy; it answers with the rules, or the problems, in the page's language.
import { unwrap } from "../../../api/client";
import { useApi } from "../../../api/ApiContext";
import { useLanguage } from "../../../i18n/LanguageContext";
import type { Language } from "../../../i18n/language";
import type { Document, Validation } from "../types";

type Source = { document: Document } | { text: string };

interface Checks {
  check: (source: Source, signal: AbortSignal) => Promise<Validation>;
  /** Of the answers. */
  language: Language;
}

export function useCheck(): Checks {
  const { client } = useApi();
  const { language } = useLanguage();
  const params = { query: { language } };
  const check = (body: Source, signal: AbortSignal) =>
    unwrap(client.POST("/api/v1/strategies/validate", { params, body, signal }));
  return { check, language };
}
