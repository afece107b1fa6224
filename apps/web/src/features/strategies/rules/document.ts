// Reads a strategy's document with care: it may be a draft that nobody has checked.
import type { Document } from "../types";

export type Side = "long" | "short";

export function nameOf(document: Document): string | null {
  return textOf(partOf(document, "strategy").name);
}

export function descriptionOf(document: Document): string | null {
  return textOf(partOf(document, "strategy").description);
}

export function tickersOf(document: Document): string[] {
  const { tickers } = partOf(document, "universe");
  return Array.isArray(tickers) ? tickers.filter((each) => typeof each === "string") : [];
}

/** Whether it trades the server's fictional companies. */
export function isDemo(document: Document): boolean {
  return tickersOf(document).some((ticker) => ticker.startsWith("DEMO"));
}

export function sidesOf(document: Document): [Side, Document][] {
  const trade = partOf(document, "trade");
  return (["long", "short"] as const)
    .filter((side) => side in trade)
    .map((side) => [side, recordOf(trade[side])]);
}

const STOPS = new Set<unknown>(["stop_loss", "bracket_rr", "trailing_stop"]);

/** Whether a side leaves at a price that limits its loss. */
export function hasStop(side: Document): boolean {
  return listOf(side.exits).some((exit) => STOPS.has(recordOf(exit).type));
}

export function partOf(document: Document, name: string): Document {
  return recordOf(document[name]);
}

export function recordOf(value: unknown): Document {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Document)
    : {};
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** As JSON writes it. */
export function asWritten(value: unknown): string {
  return JSON.stringify(value) ?? "";
}

function textOf(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}
