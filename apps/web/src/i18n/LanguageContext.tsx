// Gives components the words of the chosen language, and keeps <html lang> and storage in step with it.
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useState,
} from "react";
import { type Dictionary, en, type Phrase, zh } from "./frame";
import { firstLanguage, type Language, LANGUAGE_KEY, LANGUAGE_TAGS } from "./language";

const DICTIONARIES: Record<Language, Dictionary> = { zh, en };

/** Says one of these phrases; `{name}` in it is replaced by `values.name`. */
export type SayPhrase<P> = (phrase: P, values?: Record<string, string | number>) => string;
export type Say = SayPhrase<Phrase>;

interface Speech {
  language: Language;
  choose: (language: Language) => void;
  say: Say;
}

const LanguageContext = createContext<Speech | null>(null);

export function LanguageProvider({ storage, children }: { storage: Storage; children: ReactNode }) {
  const [language, setLanguage] = useState(() => firstLanguage(storage, navigator.language));

  useEffect(() => {
    document.documentElement.lang = LANGUAGE_TAGS[language];
  }, [language]);

  useEffect(() => {
    const follow = (event: StorageEvent) => {
      if (event.key === LANGUAGE_KEY || event.key === null)
        setLanguage(firstLanguage(storage, navigator.language));
    };
    window.addEventListener("storage", follow);
    return () => window.removeEventListener("storage", follow);
  }, [storage]);

  const choose = useCallback(
    (next: Language) => {
      storage.setItem(LANGUAGE_KEY, next);
      setLanguage(next);
    },
    [storage],
  );

  const speech = useMemo(
    () => ({ language, choose, say: speak(DICTIONARIES[language]) }),
    [language, choose],
  );
  return <LanguageContext value={speech}>{children}</LanguageContext>;
}

export function useLanguage(): Speech {
  const speech = useContext(LanguageContext);
  if (speech === null) throw new Error("useLanguage needs a LanguageProvider above it");
  return speech;
}

/** The language that the server's answers come in; an answer in another one is fetched again. */
export function useReaderLanguage(): Language {
  return useContext(LanguageContext)?.language ?? "en";
}

export function useSay(): Say {
  return useLanguage().say;
}

export function speak<P extends string>(sentences: Readonly<Record<P, string>>): SayPhrase<P> {
  return (phrase, values = {}) =>
    sentences[phrase].replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
