// Messages that were written and not sent, by conversation: kept in this browser, the oldest forgotten first.

const KEY = "parley.drafts";
const MOST_KEPT = 30;

export interface KeptDrafts {
  get(conversation: string): string;
  set(conversation: string, text: string): void;
  clear(): void;
}

export function keptDrafts(storage: Storage): KeptDrafts {
  const drafts = read(storage);
  const keep = () => {
    const kept = [...drafts].slice(-MOST_KEPT);
    try {
      if (kept.length === 0) storage.removeItem(KEY);
      else storage.setItem(KEY, JSON.stringify(kept));
    } catch {
      // A full storage loses nothing that is on the screen.
    }
  };
  return {
    get: (conversation) => drafts.get(conversation) ?? "",
    set(conversation, text) {
      drafts.delete(conversation);
      if (text !== "") drafts.set(conversation, text);
      keep();
    },
    clear() {
      drafts.clear();
      keep();
    },
  };
}

function read(storage: Storage): Map<string, string> {
  try {
    const stored: unknown = JSON.parse(storage.getItem(KEY) ?? "[]");
    const entries = Array.isArray(stored) ? stored.filter(isEntry) : [];
    return new Map(entries);
  } catch {
    return new Map();
  }
}

function isEntry(value: unknown): value is [string, string] {
  return Array.isArray(value) && typeof value[0] === "string" && typeof value[1] === "string";
}
