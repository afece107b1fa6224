// Offers of data for tests: an instrument without data that one source can be asked for.
import type { DataOffer } from "./missing";

export function offerOf(told: Partial<DataOffer>): DataOffer {
  return {
    symbol: "ZQXA",
    name_en: "Zelquorra",
    name_zh: "",
    market: "us_stocks",
    is_demo: false,
    has_data: false,
    can_be_fetched: true,
    sources: [{ name: "tiingo", is_ready: true, settings: [], install: null, is_adjusted: false }],
    last_day: null,
    is_stale: false,
    ...told,
  };
}
