// Numbers, money and dates as the chosen language writes them; what is not known is a dash.
import { type Language, LANGUAGE_TAGS } from "./language";
import { useLanguage } from "./LanguageContext";

type Figure = number | string | null | undefined;

export interface Format {
  number: (value: Figure, digits?: number) => string;
  /** 1234567 becomes 1.23M. */
  compact: (value: Figure) => string;
  /** With the digits that decide something: two from 1 on, more below. */
  price: (value: Figure) => string;
  /** 0.1234 becomes 12.3%. */
  percent: (value: Figure, digits?: number) => string;
  /** The same with a sign, for changes and returns. */
  signedPercent: (value: Figure, digits?: number) => string;
  money: (value: Figure, currency?: string | null) => string;
  date: (value: string | Date | null | undefined) => string;
  dateTime: (value: string | Date | null | undefined) => string;
  /** "3 minutes ago". */
  ago: (value: string | Date, now?: Date) => string;
}

export const UNKNOWN = "—";

export function useFormat(): Format {
  const { language } = useLanguage();
  return formatIn(language);
}

export const formatIn = remembered(formats);

/** Makes each thing once: the browser takes longer to prepare a way of writing numbers than to write one. */
function remembered<Of, Made>(make: (of: Of) => Made): (of: Of) => Made {
  const made = new Map<string, Made>();
  return (of) => {
    const key = JSON.stringify(of);
    const known = made.get(key) ?? make(of);
    made.set(key, known);
    return known;
  };
}

function formats(language: Language): Format {
  const tag = LANGUAGE_TAGS[language];
  const numbers = remembered(
    (options: Intl.NumberFormatOptions) => new Intl.NumberFormat(tag, options),
  );
  const dates = remembered(
    (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(tag, options),
  );
  const written = (value: Figure, options: Intl.NumberFormatOptions) => {
    const number =
      value === null || value === undefined || value === "" ? Number.NaN : Number(value);
    return Number.isFinite(number) ? numbers(options).format(number) : UNKNOWN;
  };
  const dated = (value: string | Date | null | undefined, options: Intl.DateTimeFormatOptions) => {
    if (!value) return UNKNOWN;
    const isDay = typeof value === "string" && /^\d{4}-\d{2}-\d{2}$/.test(value);
    const zone = isDay ? { timeZone: "UTC" } : {};
    return dates({ ...options, ...zone }).format(new Date(value));
  };
  const percent = (value: Figure, digits: number, signDisplay: "auto" | "exceptZero") =>
    written(value, {
      style: "percent",
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
      signDisplay,
    });
  return {
    number: (value, digits = 2) => written(value, { maximumFractionDigits: digits }),
    compact: (value) => written(value, { notation: "compact", maximumFractionDigits: 2 }),
    price: (value) =>
      Math.abs(Number(value)) < 1
        ? written(value, { maximumSignificantDigits: 4 })
        : written(value, { minimumFractionDigits: 2, maximumFractionDigits: 2 }),
    percent: (value, digits = 1) => percent(value, digits, "auto"),
    signedPercent: (value, digits = 1) => percent(value, digits, "exceptZero"),
    money: (value, currency) =>
      written(
        value,
        currency
          ? { style: "currency", currency }
          : { maximumFractionDigits: 2, minimumFractionDigits: 2 },
      ),
    date: (value) => dated(value, { dateStyle: "medium" }),
    dateTime: (value) => dated(value, { dateStyle: "medium", timeStyle: "short" }),
    ago: (value, now = new Date()) => ago(tag, (now.getTime() - new Date(value).getTime()) / 1000),
  };
}

const UNITS = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1],
] as const;

function ago(tag: string, seconds: number): string {
  const [unit, length] = UNITS.find(([, each]) => Math.abs(seconds) >= each) ?? UNITS[3];
  return new Intl.RelativeTimeFormat(tag, { numeric: "auto" }).format(
    -Math.round(seconds / length),
    unit,
  );
}
