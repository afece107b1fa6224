// Whether there are data of what a person named; where there are none, what can be done about it.
import { type Api, unwrap } from "../../api/client";
import { ApiError } from "../../api/error";
import type { components } from "../../contracts/api";
import type { Instrument } from "../symbols/instrument";

export type DataOffer = components["schemas"]["DataOfferOut"];

/** A symbol is taken as it is; a query is what somebody typed, and may mean several instruments. */
export type Wanted = { symbol: string } | { query: string };

export interface NamedInstrument {
  symbol: string;
  name_en: string;
  name_zh: string;
}

export type Missing =
  /** One instrument without data. */
  | { kind: "offer"; offer: DataOffer }
  /** The text may mean each of these. */
  | { kind: "several"; text: string; choices: NamedInstrument[] }
  /** The text means none; these are spelt nearly so. */
  | { kind: "none"; message: string; choices: NamedInstrument[] };

/** An instrument whose newest daily bar is too old for the day that research shall look back from. */
export interface OldData {
  kind: "old";
  offer: DataOffer;
  lastDay: string;
}

/** The symbol that has data up to the day (today where it is empty), or what is missing. */
export async function dataOf(
  api: Api,
  wanted: Wanted,
  day = "",
): Promise<string | Missing | OldData> {
  const found = await offerOrQuestion(api, wanted, day);
  if (found.kind !== "offer" || !found.offer.has_data) return found;
  const { symbol, last_day, is_stale } = found.offer;
  return is_stale && last_day ? { kind: "old", offer: found.offer, lastDay: last_day } : symbol;
}

/** What can be done for an instrument, whether it has data or not. */
export async function offerOrQuestion(api: Api, wanted: Wanted, day = ""): Promise<Missing> {
  try {
    const query = day ? { ...wanted, day } : wanted;
    const call = api.client.GET("/api/v1/data/offers", { params: { query } });
    return { kind: "offer", offer: await unwrap(call) };
  } catch (error) {
    const missing = error instanceof ApiError ? unresolved(error) : null;
    if (missing === null) throw error;
    return missing;
  }
}

/** The instrument of an offer, as one that was picked. */
export function instrumentOf({ symbol, name_en, name_zh, market, is_demo }: DataOffer): Instrument {
  return { symbol, name_en, name_zh, market, is_demo, exchange: "", currency: "", source: "" };
}

function unresolved({ code, message, details }: ApiError): Missing | null {
  const told = (details ?? {}) as {
    query?: string;
    candidates?: NamedInstrument[];
    nearest?: NamedInstrument[];
  };
  if (code === "ambiguous_instrument")
    return { kind: "several", text: told.query ?? "", choices: told.candidates ?? [] };
  if (code === "unknown_instrument") return { kind: "none", message, choices: told.nearest ?? [] };
  return null;
}
