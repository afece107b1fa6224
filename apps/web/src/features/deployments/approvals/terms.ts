// The exact terms in an approval's document: numbers stand there as texts with a mark of their kind.
import type { Approval, Mode } from "../trading";

export interface OrderTerms {
  kind: "order";
  mode: Mode;
  accountId: string;
  symbol: string;
  side: "buy" | "sell";
  effect: "open" | "close";
  type: "market" | "limit" | "stop";
  quantity: string | null;
  price: string | null;
  reference: string | null;
  mostMoney: string | null;
  validBars: string | null;
  guards: { stop: string | null; target: string | null; trail: string | null };
  reason: string;
}

export interface EnvelopeTerms {
  kind: "envelope";
  mode: Mode;
  accountId: string;
  symbols: string[];
  mostMoney: string | null;
  until: string | null;
}

type Tree = Record<string, unknown>;

export function termsOf({ document }: Approval): OrderTerms | EnvelopeTerms {
  const place = tree(document.place);
  const where = {
    mode: place.mode === "live" ? ("live" as const) : ("paper" as const),
    accountId: text(place.account_id),
  };
  if (document.kind === "envelope") {
    return {
      kind: "envelope",
      ...where,
      symbols: Array.isArray(document.symbols) ? document.symbols.map(text) : [],
      mostMoney: figure(document.most_money),
      until: text(document.until) || null,
    };
  }
  return { kind: "order", ...where, ...orderIn(tree(document.order)) };
}

function orderIn(order: Tree): Omit<OrderTerms, "kind" | "mode" | "accountId"> {
  const guards = tree(order.guards);
  return {
    symbol: text(order.symbol),
    side: order.side === "sell" ? "sell" : "buy",
    effect: order.effect === "close" ? "close" : "open",
    type: order.type === "limit" || order.type === "stop" ? order.type : "market",
    quantity: figure(order.quantity),
    price: figure(order.price),
    reference: figure(order.reference_price),
    mostMoney: figure(order.most_money),
    validBars: figure(order.valid_bars),
    guards: {
      stop: distance(guards.stop),
      target: distance(guards.target),
      trail: distance(guards.trail),
    },
    reason: text(order.reason),
  };
}

type Worst = { kind: "cap" | "limit" | "estimate" | "short"; money: number } | { kind: "unknown" };

/** The most money that an order can take, as far as its terms bind it. */
export function worstOf({ side, type, quantity, price, reference, mostMoney }: OrderTerms): Worst {
  const at = price ?? reference;
  const money = quantity === null || at === null ? null : Number(quantity) * Number(at);
  if (side === "sell") return money === null ? { kind: "unknown" } : { kind: "short", money };
  if (mostMoney !== null) return { kind: "cap", money: Number(mostMoney) };
  if (money === null) return { kind: "unknown" };
  return { kind: type === "limit" ? "limit" : "estimate", money };
}

/** `d12.5` and `n3` without their marks. */
function figure(value: unknown): string | null {
  return typeof value === "string" && /^[dn]-?[\d.]/.test(value) ? value.slice(1) : null;
}

function distance(value: unknown): string | null {
  const { unit, value: size } = tree(value);
  const number = figure(size);
  if (number === null) return null;
  if (unit === "pct") return `${Number((Number(number) * 100).toFixed(4))}%`;
  return unit === "risk" ? `${number}R` : number;
}

function tree(value: unknown): Tree {
  return typeof value === "object" && value !== null ? (value as Tree) : {};
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}
