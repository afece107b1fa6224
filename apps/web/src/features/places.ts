// The pages of the app: their names, addresses and order in the navigation.

export const PLACE_GROUPS = [
  { name: "idea", places: ["chat", "research"] },
  { name: "strategy", places: ["strategies", "backtests", "stress", "deployments"] },
  { name: "record", places: ["calls", "data"] },
] as const;

export type FeaturePlace = (typeof PLACE_GROUPS)[number]["places"][number];
export type Place = FeaturePlace | "home" | "settings";

export const HOME: Place = "home";

export function addressOf(place: Place): string {
  return place === HOME ? "/" : `/${place}`;
}

/** The place an address belongs to, so that `/strategies/42` still counts as Strategies. */
export function placeAt(path: string): Place | null {
  const first = path.split("/")[1];
  if (first === "") return HOME;
  return ALL_PLACES.find((place) => place === first) ?? null;
}

const ALL_PLACES: readonly Place[] = [...PLACE_GROUPS.flatMap((group) => group.places), "settings"];
