// What shorts and leverage cost a year, as a person writes it in percent; an empty text is the house rate.
import type { components } from "../../contracts/api";

type Financing = components["schemas"]["FinancingBody"];

export const RATES = ["borrow_rate", "interest_rate", "funding_rate"] as const;
export type Rate = (typeof RATES)[number];
export type Rates = Record<Rate, string>;

export const HOUSE_RATES: Rates = { borrow_rate: "", interest_rate: "", funding_rate: "" };

export function wrongRates(rates: Rates): Rate[] {
  return RATES.filter((rate) => {
    const percent = Number(rates[rate]);
    return !(percent >= 0 && percent < 100);
  });
}

export function financingOf(rates: Rates): Financing {
  const given = RATES.filter((rate) => rates[rate] !== "");
  return Object.fromEntries(given.map((rate) => [rate, Number(rates[rate]) / 100]));
}
