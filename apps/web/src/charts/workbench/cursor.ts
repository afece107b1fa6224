// Where a person points in time, shared by all charts that are handed the same one.

export interface Cursor {
  /** Seconds since 1970; null while nobody points. */
  at: () => number | null;
  /** `by` is who moved it, so that it need not follow itself. */
  move: (time: number | null, by?: unknown) => void;
  follow: (heard: (time: number | null, by: unknown) => void) => () => void;
}

export function createCursor(): Cursor {
  const followers = new Set<(time: number | null, by: unknown) => void>();
  let now: number | null = null;
  return {
    at: () => now,
    move: (time, by) => {
      if (time === now) return;
      now = time;
      for (const heard of followers) heard(time, by);
    },
    follow: (heard) => {
      followers.add(heard);
      return () => followers.delete(heard);
    },
  };
}
