// What the desk says of failures, in the page's language: the desk writes it in English, and the sentences that are
// its own have a Chinese one. They load when the first of them is needed.
import { useEffect, useSyncExternalStore } from "react";
import { useLanguage } from "./LanguageContext";

export interface Sentences {
  /** English to Chinese, with places such as `{symbol}` in both. */
  sentences: Record<string, string>;
  /** By the name of a place: what fixed words that stand in it are called. */
  words: Record<string, Record<string, string>>;
}

export type Told = (message: string) => string;

const PLACE = /\{([a-z_]+)(\d*)\}/g;
const BETWEEN = /(; |(?<=[.!?]) )/;
const QUOTED = /^(?:'(.*)'|"(.*)")$/s;
const AFTER_STOP = /(?<=[。；：，）]) /g;
const HAN_END = /[\u3000-\u9fff\uff00-\uffef”]$/;

/** Says a message in Chinese; what is not among the sentences stays as it is. */
export function inChinese({ sentences, words }: Sentences): Told {
  const patterns = Object.entries(sentences)
    .toSorted(([one], [other]) => ownLength(other) - ownLength(one))
    .map(([english, chinese]) => ({ pattern: patternOf(english), chinese }));

  const whole = (message: string): string | null => {
    for (const { pattern, chinese } of patterns) {
      const found = pattern.exec(message);
      if (found === null) continue;
      const fill = (_: string, place: string, number: string) =>
        filled(place, found.groups?.[place + number] ?? "");
      return chinese.replace(PLACE, fill).replace(AFTER_STOP, "");
    }
    return null;
  };

  const filled = (place: string, value: string): string => {
    const word = words[place]?.[value];
    if (word !== undefined) return word;
    const quoted = QUOTED.exec(value);
    return quoted ? `“${quoted[1] ?? quoted[2] ?? ""}”` : told(value);
  };

  const told: Told = (message) => {
    const pieces = message.split(BETWEEN);
    const chinese = pieces.filter((_, at) => at % 2 === 0).map(whole);
    const isOurs = chinese.length > 1 && chinese.every((piece) => piece !== null);
    return (isOurs ? null : whole(message)) ?? joined(pieces, chinese);
  };
  return told;
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

function patternOf(english: string): RegExp {
  const source = english
    .split(/(\{[a-z_]+\d*\})/)
    .map((part, at) => (at % 2 === 1 ? `(?<${part.slice(1, -1)}>.*?)` : literal(part)))
    .join("");
  return new RegExp(`^${source}$`, "s");
}

function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}
