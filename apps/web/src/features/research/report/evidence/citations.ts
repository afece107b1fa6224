// Cuts a text at its citations: in `12.3%[E7]` the number leads to row E7, and a tag may name its expert.
import { type Expert, isExpert } from "../../experts";

export interface Reference {
  expert: Expert;
  tag: string;
}

interface Span {
  /** Where it begins in the text. */
  start: number;
  text: string;
  /** The punctuation behind a citation, which must not begin a line. */
  stop: string;
  references: Reference[];
}

const CITED =
  /((?<![A-Za-z0-9_.])[-−+$¥￥]?\d[\d,]*(?:\.\d+)?(?:\s(?:trillion|billion|million|thousand))?(?:\s?[^\s\d[\]，。；、,;()（）“”][^\s[\]，。；、,;()（）“”]{0,11})?)?\s?((?:\[[^[\]\n]{1,60}\])+)/g;
const TAG = /\[(?:([a-z_]+):)?(E\d+)\]/g;

const STOP = /^[，。；、：）”,.;:)]+/;

/** The server shortens some texts, now and then in the midst of a tag. */
const CUT_TAG = /\s?\[[a-z_]*(?::E?\d*)?…$/;

/** `speaker` is the expert whose rows a tag without a name means; null where there is no such expert. */
export function spansOf(cited: string, speaker: Expert | null): Span[] {
  const text = cited.replace(CUT_TAG, "…");
  const spans: Span[] = [];
  let end = 0;
  for (const match of text.matchAll(CITED)) {
    const [whole, number, tags] = match;
    const references = referencesIn(tags!, speaker);
    if (references.length === 0) continue;
    const lead = number === undefined && whole.startsWith(" ") ? " " : "";
    spans.push(plain(end, text.slice(end, match.index) + lead));
    end = match.index + whole.length;
    const shown = number?.trim() ?? references.map(({ tag }) => tag).join(" ");
    const stop = STOP.exec(text.slice(end))?.[0] ?? "";
    spans.push({ start: match.index, text: shown, stop, references });
    end += stop.length;
  }
  spans.push(plain(end, text.slice(end)));
  return spans.filter((span) => span.text !== "");
}

function plain(start: number, text: string): Span {
  return { start, text, stop: "", references: [] };
}

/** The text without its tags. */
export function bare(text: string): string {
  return text.replace(CUT_TAG, "…").replace(new RegExp(`\\s?${TAG.source}`, "g"), "");
}

function referencesIn(tags: string, speaker: Expert | null): Reference[] {
  return Array.from(tags.matchAll(TAG)).flatMap(([, name, tag]) => {
    const expert = name === undefined ? speaker : isExpert(name) ? name : null;
    return expert ? [{ expert, tag: tag! }] : [];
  });
}
