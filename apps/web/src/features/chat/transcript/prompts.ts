// Which cards of an answer are questions with buttons, and which show work that a later answer shows again.
import type { GenUi } from "../../cards";
import type { Entry } from "./entries";

export function isPrompt(card: GenUi): boolean {
  return card.type === "choice_prompt" || card.type === "proposal";
}

/** What the newest question in view is about; null where it is about nothing in particular. */
export function aboutOf(entries: readonly Entry[]): string | null {
  const newest = entries.findLast((entry) => entry.by === "assistant");
  const asked = newest?.cards.map((card) => (card.type === "choice_prompt" ? card.about : null));
  return asked?.find((about) => about) ?? null;
}

/** The work behind a card; null for any other card. */
export function workOf(card: GenUi): string | null {
  switch (card.type) {
    case "backtest_charts":
      return `backtest ${card.job_id}`;
    case "stress_report":
      return `stress ${card.stress_report_id}`;
    case "research_report":
      return `research ${card.research_session_id}`;
    default:
      return null;
  }
}

/** For each answer, the work that a later one shows again: the newest card of it says it all. */
export function shownLater(entries: readonly Entry[]): ReadonlyMap<string, ReadonlySet<string>> {
  const later = new Map<string, ReadonlySet<string>>();
  let seen: ReadonlySet<string> = new Set();
  for (const entry of entries.toReversed()) {
    if (entry.by !== "assistant") continue;
    const own = entry.cards.map(workOf).filter((work) => work !== null);
    if (own.some((work) => seen.has(work))) later.set(entry.id, seen);
    seen = new Set([...seen, ...own]);
  }
  return later;
}
