// What the palette can find: each with a name, a group, and where it leads or what it does.

export const GROUPS = ["place", "action", "symbol", "strategy", "run", "call", "setting"] as const;
export type Group = (typeof GROUPS)[number];

export interface Entry {
  id: string;
  group: Group;
  title: string;
  hint?: string;
  /** Words besides the title that find it, such as its name in the other language. */
  also?: string;
  /** An address, or something done at once. */
  go: string | (() => void);
}

const MOST_OF_A_GROUP = 6;

/** Those with all words of the query, the earliest match first, in the order of the groups. */
export function matching(entries: readonly Entry[], query: string): Entry[] {
  const words = query.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const scored = entries.flatMap((entry) => {
    const text = `${entry.title} ${entry.hint ?? ""} ${entry.also ?? ""}`.toLocaleLowerCase();
    const places = words.map((word) => text.indexOf(word));
    return places.includes(-1) ? [] : [{ entry, at: Math.min(...places, text.length) }];
  });
  return GROUPS.flatMap((group) =>
    scored
      .filter(({ entry }) => entry.group === group)
      .toSorted((one, other) => one.at - other.at)
      .slice(0, MOST_OF_A_GROUP)
      .map(({ entry }) => entry),
  );
}
