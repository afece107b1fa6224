// What a person writes into the form of a new backtest, checked and turned into what the server is asked.
import type { components } from "../../contracts/api";

import { financingOf, HOUSE_RATES, RATES, type Rates, wrongRates } from "./rates";

type Body = components["schemas"]["BacktestBody"];

export const COSTS = [
  "commission_rate",
  "commission_per_share",
  "commission_minimum",
  "slippage",
  "spread",
  "impact",
] as const;
export type Cost = (typeof COSTS)[number];

/** Those are written in percent and sent as fractions. */
const IN_PERCENT: ReadonlySet<Cost> = new Set(["commission_rate", "slippage", "spread"] as const);

/** As it stands in the form; an empty text means "as usual". */
export interface Order {
  strategyId: string;
  version: string;
  start: string;
  end: string;
  cash: string;
  leverage: string;
  costsKind: "usual" | "own";
  costs: Record<Cost, string>;
  rates: Rates;
}

export type Problem = "strategy_missing" | "period_wrong" | "number_wrong" | "cost_wrong";
export type Problems = Partial<
  Record<"strategyId" | "end" | "cash" | "leverage" | "rates" | Cost, Problem>
>;

export function newOrder(strategyId: string, version: string): Order {
  const costs = Object.fromEntries(COSTS.map((cost) => [cost, ""])) as Record<Cost, string>;
  return {
    strategyId,
    version,
    start: "",
    end: "",
    cash: "",
    leverage: "",
    costsKind: "usual",
    costs,
    rates: HOUSE_RATES,
  };
}

export function problemsOf(order: Order): Problems {
  const found: Problems = {};
  if (order.strategyId === "") found.strategyId = "strategy_missing";
  if (order.start !== "" && order.end !== "" && order.end < order.start) found.end = "period_wrong";
  if (order.cash !== "" && !(Number(order.cash) > 0)) found.cash = "number_wrong";
  if (order.leverage !== "" && !(Number(order.leverage) > 0 && Number(order.leverage) <= 20))
    found.leverage = "number_wrong";
  if (wrongRates(order.rates).length > 0) found.rates = "cost_wrong";
  if (order.costsKind === "own") {
    for (const cost of COSTS) {
      const value = costOf(order, cost);
      const isTooMuch = IN_PERCENT.has(cost) && value >= 1;
      if (!(value >= 0) || isTooMuch) found[cost] = "cost_wrong";
    }
  }
  return found;
}

export function bodyOf(order: Order): Body {
  return {
    strategy_id: order.strategyId,
    ...(order.version !== "" && { version: Number(order.version) }),
    ...(order.start !== "" && { start: order.start }),
    ...(order.end !== "" && { end: order.end }),
    ...(order.cash !== "" && { cash: order.cash }),
    ...(order.leverage !== "" && { leverage: Number(order.leverage) }),
    ...(order.costsKind === "own" && { costs: costsOf(order) }),
    ...(RATES.some((rate) => order.rates[rate] !== "") && { financing: financingOf(order.rates) }),
  };
}

function costsOf(order: Order): Record<Cost, number> {
  return Object.fromEntries(COSTS.map((cost) => [cost, costOf(order, cost)])) as Record<
    Cost,
    number
  >;
}

function costOf(order: Order, cost: Cost): number {
  const value = Number(order.costs[cost]);
  return IN_PERCENT.has(cost) ? value / 100 : value;
}

export function isClean(problems: Problems): boolean {
  return Object.keys(problems).length === 0;
}

/** The same key for the same order, so that an order whose answer was lost is not run twice. */
export function createKeys(): (body: Body) => string {
  let last = { text: "", key: "" };
  return (body) => {
    const text = JSON.stringify(body);
    if (text !== last.text) last = { text, key: freshKey() };
    return last.key;
  };
}

function freshKey(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(16)).join(
    "-",
  );
}
