// Which language the page speaks: the remembered one, else the browser's first.

export const LANGUAGE_KEY = "parley.language";
export const LANGUAGES = ["zh", "en"] as const;
export type Language = (typeof LANGUAGES)[number];

/** Each language by its own name, as a reader of that language looks for it. */
export const LANGUAGE_NAMES: Record<Language, string> = { zh: "中文", en: "English" };

/** The value of <html lang>. */
export const LANGUAGE_TAGS: Record<Language, string> = { zh: "zh-CN", en: "en" };

export function firstLanguage(storage: Storage, browserLanguage: string): Language {
  const stored = storage.getItem(LANGUAGE_KEY);
  return (
    LANGUAGES.find((language) => language === stored) ??
    (/^zh\b/i.test(browserLanguage) ? "zh" : "en")
  );
}
