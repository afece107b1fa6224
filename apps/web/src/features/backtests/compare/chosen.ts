// Which backtests are compared: in the address, so that it can be kept and sent.

export const MOST_COMPARED = 6;
export const FEWEST_COMPARED = 2;

export function comparedIn(search: string): string[] {
  const ids = new URLSearchParams(search).get("ids") ?? "";
  return [...new Set(ids.split(",").filter((id) => /^[0-9a-f-]{8,36}$/.test(id)))].slice(
    0,
    MOST_COMPARED,
  );
}

export function compareAddress(ids: readonly string[]): string {
  return `/backtests/compare?ids=${ids.join(",")}`;
}

/** In the order in which they were taken; one too many is not taken. */
export function toggled(ids: readonly string[], id: string): string[] {
  if (ids.includes(id)) return ids.filter((each) => each !== id);
  return ids.length < MOST_COMPARED ? [...ids, id] : [...ids];
}
