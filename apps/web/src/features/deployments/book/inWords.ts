// The codes of the trade in words; a code that this page does not know is shown as it is.
import { type Format, UNKNOWN } from "../../../i18n/format";
import type { SayWords } from "../../../i18n/words";
import type { Limit, Order } from "../trading";
import { bookWords } from "./bookWords";

export type SayBook = SayWords<(typeof bookWords)["zh"]>;
type BookWord = keyof (typeof bookWords)["zh"];

const LIMITS = new Set<string>([
  "position_value",
  "position_share",
  "symbol_exposure",
  "gross_exposure",
  "capital",
  "trade_loss",
  "daily_loss",
  "drawdown",
  "orders_a_minute",
  "orders_an_hour",
  "orders_a_day",
  "price_collar",
  "stale_data",
  "market_closed",
  "no_price",
] satisfies Limit["name"][]);

/** Why an order stands as it does, or why it was made. */
export function whyOf(code: string, say: SayBook): string {
  if (code === "") return UNKNOWN;
  const plain = code.split(":")[0] ?? code;
  if (LIMITS.has(plain)) return say("limit_blocked", { limit: say(plain as BookWord) });
  const word = `why_${plain}`;
  return isWord(word) ? say(word) : code;
}

export function statusOf(status: Order["status"], say: SayBook): string {
  return say(status === "filled" ? "filled_status" : status);
}

/** "Buy (open), limit 12.30". */
export function sideOf({ side, effect }: Pick<Order, "side" | "effect">, say: SayBook): string {
  return `${say(side)} (${say(effect)})`;
}

const FRACTIONS = new Set<Limit["name"]>([
  "position_share",
  "symbol_exposure",
  "trade_loss",
  "daily_loss",
  "drawdown",
  "price_collar",
]);

/** The most that a limit allows, in its own unit. */
export function mostOf({ name, most }: Limit, say: SayBook, format: Format): string {
  if (FRACTIONS.has(name)) return format.percent(most);
  if (name === "gross_exposure") return say("times", { value: format.number(most) });
  if (name === "market_closed" || name === "no_price") return say("in_force");
  if (name !== "stale_data") return format.number(most);
  const seconds = Number(most);
  return seconds >= 3600
    ? say("hours", { value: format.number(seconds / 3600, 1) })
    : say("seconds", { value: format.number(seconds, 0) });
}

export function clauseOf(clause: string, say: SayBook): string {
  if (clause === "desk default") return say("clause_default");
  if (clause === "lab default") return say("clause_lab");
  if (clause === "deployment") return say("clause_deployment");
  return clause.startsWith("kyc.") ? say("clause_kyc") : clause;
}

function isWord(word: string): word is BookWord {
  return Object.hasOwn(bookWords.zh, word);
}
