// An instrument as the server sends it, its name, and one that somebody only typed.
import type { components } from "../../contracts/api";
import type { Language } from "../../i18n/language";
import type { words } from "./words";

export type Instrument = components["schemas"]["InstrumentOut"];

const MARKETS = [
  "cn_stocks",
  "us_stocks",
  "crypto",
  "forex",
  "futures",
  "hk_stocks",
  "jp_stocks",
  "uk_stocks",
  "de_stocks",
  "fr_stocks",
  "nl_stocks",
  "it_stocks",
  "es_stocks",
  "ch_stocks",
  "in_stocks",
] as const;
export type Market = (typeof MARKETS)[number];

/** What a symbol may be made of; whether it is one, the server decides. */
const SYMBOL = /^[A-Z0-9^][A-Z0-9.=/&-]{0,23}$/;
const SUFFIXES: Record<string, Market> = {
  SZ: "cn_stocks",
  SH: "cn_stocks",
  BJ: "cn_stocks",
  HK: "hk_stocks",
  T: "jp_stocks",
  L: "uk_stocks",
  DE: "de_stocks",
  PA: "fr_stocks",
  AS: "nl_stocks",
  MI: "it_stocks",
  MC: "es_stocks",
  SW: "ch_stocks",
  NS: "in_stocks",
  BO: "in_stocks",
};

export function nameOf(
  { name_zh, name_en }: Pick<Instrument, "name_zh" | "name_en">,
  language: Language,
): string {
  return language === "zh" ? name_zh || name_en : name_en || name_zh;
}

/** The phrase that names a market; null for one that the page has no word for. */
export function marketPhrase(market: string): keyof (typeof words)["zh"] | null {
  const known = MARKETS.find((each) => each === market);
  return known ? `market_${known}` : null;
}

/** An instrument of which only the symbol is known; null where the text cannot be a symbol. */
export function asTyped(text: string): Instrument | null {
  const symbol = text.trim().toUpperCase();
  return SYMBOL.test(symbol) ? unknown(symbol) : null;
}

/** What somebody typed in place of a symbol, a name perhaps; null where nothing was typed. */
export function asNamed(text: string): Instrument | null {
  return asTyped(text) ?? (text.trim() ? unknown(text.trim()) : null);
}

function unknown(symbol: string): Instrument {
  return {
    symbol,
    name_en: "",
    name_zh: "",
    market: "",
    exchange: "",
    currency: "",
    is_demo: symbol.startsWith("DEMO"),
    source: "",
  };
}

/** Which market a symbol belongs to, by its shape, as the server decides it too. */
export function marketOf(symbol: string): Market {
  const listed = SUFFIXES[symbol.split(".").at(-1) ?? ""];
  if (listed && symbol.includes(".")) return listed;
  if (symbol.endsWith("=X")) return "forex";
  if (symbol.endsWith("=F")) return "futures";
  return symbol.includes("-") ? "crypto" : "us_stocks";
}
