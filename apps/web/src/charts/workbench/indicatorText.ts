// An indicator of the catalogue with its parameters, as the server reads it: `sma(period=20,source=close)`.
import type { components } from "../../contracts/api";

export type CatalogueIndicator = components["schemas"]["CatalogueIndicatorOut"];
type Value = number | string;

export interface ChosenIndicator {
  type: string;
  params: Readonly<Record<string, Value>>;
  timeframe?: string | undefined;
}

export function textOf({ type, params, timeframe }: ChosenIndicator): string {
  const settings = Object.entries(params).map(([name, value]) => `${name}=${value}`);
  const at = timeframe ? `@${timeframe}` : "";
  return `${type}${settings.length > 0 ? `(${settings.join(",")})` : ""}${at}`;
}

/** With every parameter at its default. */
export function withDefaults({ name, parameters }: CatalogueIndicator): ChosenIndicator {
  const params = parameters.flatMap((each) =>
    each.default === null || each.default === undefined ? [] : [[each.name, each.default] as const],
  );
  return { type: name, params: Object.fromEntries(params) };
}

/** By its name, its label, or the way the list writes both; null where none is meant. */
export function foundBy(
  typed: string,
  catalogue: readonly CatalogueIndicator[],
): CatalogueIndicator | null {
  const wanted = typed.trim().toLowerCase();
  if (wanted === "") return null;
  const isIt = (each: CatalogueIndicator) =>
    [each.name, each.label, optionOf(each)].some((name) => name.toLowerCase() === wanted);
  const begins = (each: CatalogueIndicator) =>
    [each.name, each.label].some((name) => name.toLowerCase().startsWith(wanted));
  return catalogue.find(isIt) ?? only(catalogue.filter(begins));
}

export function optionOf({ name, label }: CatalogueIndicator): string {
  return `${label} · ${name}`;
}

/** The indicators that a strategy's document names, on its own timeframe or slower ones. */
export function indicatorsIn(document: Readonly<Record<string, unknown>>): ChosenIndicator[] {
  const factors = document.factors;
  if (typeof factors !== "object" || factors === null) return [];
  return Object.values(factors).flatMap((factor: unknown) => {
    if (typeof factor !== "object" || factor === null) return [];
    const { type, params, timeframe } = factor as Record<string, unknown>;
    if (typeof type !== "string") return [];
    return [
      {
        type,
        params: (params ?? {}) as Record<string, Value>,
        timeframe:
          typeof timeframe === "string" && timeframe !== document.timeframe ? timeframe : undefined,
      },
    ];
  });
}

function only<T>(found: readonly T[]): T | null {
  return found.length === 1 ? found[0]! : null;
}
