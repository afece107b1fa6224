// Sharpe ratios and the like, always with two digits, so that they stand under each other.
import { useMemo } from "react";
import { UNKNOWN } from "../../i18n/format";
import { LANGUAGE_TAGS } from "../../i18n/language";
import { useLanguage } from "../../i18n/LanguageContext";

export type Ratio = (value: number | null | undefined) => string;

export function useRatio(): Ratio {
  const { language } = useLanguage();
  return useMemo(() => {
    const written = new Intl.NumberFormat(LANGUAGE_TAGS[language], {
      minimumFractionDigits: 2,
      maximumFractionDigits: 2,
      signDisplay: "negative",
    });
    return (value) =>
      typeof value === "number" && Number.isFinite(value) ? written.format(value) : UNKNOWN;
  }, [language]);
}
