// What the desk says of failures, in the page's language: the desk writes it in English, and the sentences that are
// its own have a Chinese one. They load when the first of them is needed.
import { useEffect, useSyncExternalStore } from "react";
import { useLanguage } from "./LanguageContext";

interface Sentences {
  /** English to Chinese, with places such as `{symbol}` in both. */
  sentences: Record<string, string>;
  /** By the name of a place: what fixed words that stand in it are called. */
  words: Record<string, Record<string, string>>;
}

export type Told = (message: string) => string;

/** Characters, and sentences within sentences: more is nothing that the desk says. */
const LONGEST = 5_000;
const DEEPEST = 6;
const PLACE = /\{([a-z_]+)(\d*)\}/g;
const AROUND = /\{[a-z_]+\d*\}/;
const BETWEEN = /(; |(?<=[.!?]) )/;
const QUOTED = /^(?:'(.*)'|"(.*)")$/s;
const AFTER_STOP = /(?<=[。；：，）]) /g;
const HAN_END = /[\u3000-\u9fff\uff00-\uffef”]$/;

/** Says a message in Chinese; what is not among the sentences stays as it is. */
export function inChinese({ sentences, words }: Sentences): Told {
  const patterns = Object.entries(sentences)
    .toSorted(([one], [other]) => ownLength(other) - ownLength(one))
    .map(([english, chinese]) => ({
      around: english.split(AROUND),
      places: english.match(PLACE)?.map(String) ?? [],
      chinese,
    }));

  const whole = (message: string, deepest: number): string | null => {
    for (const { around, places, chinese } of patterns) {
      const values = read(message, around);
      if (values === null) continue;
      const fill = (name: string, place: string) =>
        filled(place, values[places.indexOf(name)] ?? "", deepest);
      return chinese.replace(PLACE, fill).replace(AFTER_STOP, "");
    }
    return null;
  };

  const filled = (place: string, value: string, deepest: number): string => {
    const word = words[place]?.[value];
    if (word !== undefined) return word;
    const quoted = QUOTED.exec(value);
    return quoted ? `“${quoted[1] ?? quoted[2] ?? ""}”` : said(value, deepest - 1);
  };

  const said = (message: string, deepest: number): string => {
    if (deepest === 0) return message;
    const pieces = message.split(BETWEEN);
    const chinese = pieces.filter((_, at) => at % 2 === 0).map((piece) => whole(piece, deepest));
    const isOurs = chinese.length > 1 && chinese.every((piece) => piece !== null);
    return (isOurs ? null : whole(message, deepest)) ?? joined(pieces, chinese);
  };
  return (message) => (message.length > LONGEST ? message : said(message, DEEPEST));
}

/** The function that says the desk's messages in the page's language; empty until their Chinese has loaded. */
export function useTold(): Told {
  const { language } = useLanguage();
  const isChinese = language === "zh";
  const chinese = useSyncExternalStore(subscribe, () => loaded);
  useEffect(() => {
    if (isChinese) void load();
  }, [isChinese]);
  if (!isChinese) return asItIs;
  return chinese ?? notYet;
}

const asItIs: Told = (message) => message;
const notYet: Told = (message) => (HAN_END.test(message) ? message : "");
const listeners = new Set<() => void>();
let loaded: Told | null = null;
let loading: Promise<void> | null = null;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function load(): Promise<void> {
  loading ??= import("../contracts/chinese.json").then(
    ({ default: sentences }) => tell(inChinese(sentences)),
    () => tell(asItIs),
  );
  return loading;
}

function tell(chinese: Told): void {
  loaded = chinese;
  for (const listener of listeners) listener();
}

function joined(pieces: readonly string[], chinese: readonly (string | null)[]): string {
  return chinese.reduce<string>((before, piece, at) => {
    const own = piece ?? pieces[2 * at]!;
    if (at === 0) return own;
    const between = pieces[2 * at - 1]!;
    if (!HAN_END.test(before)) return before + between + own;
    return before + (between === "; " ? "；" : "") + own;
  }, "");
}

function ownLength(english: string): number {
  return english.replace(PLACE, "").length;
}

/**
 * What stands between these words, if the message is made of them. Each place ends where the words behind it first
 * begin, so that a message is gone through once, whoever wrote it.
 */
function read(message: string, around: readonly string[]): string[] | null {
  const first = around[0]!;
  const last = around.at(-1)!;
  if (around.length === 1) return message === first ? [] : null;
  const end = message.length - last.length;
  if (!message.startsWith(first) || !message.endsWith(last)) return null;
  const values: string[] = [];
  let at = first.length;
  for (const words of around.slice(1, -1)) {
    const found = message.indexOf(words, at);
    if (found < 0 || found + words.length > end) return null;
    values.push(message.slice(at, found));
    at = found + words.length;
  }
  return at <= end ? [...values, message.slice(at, end)] : null;
}
