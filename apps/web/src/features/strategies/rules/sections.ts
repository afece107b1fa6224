// The sentences of a strategy sorted into what a reader asks: what, when in, when out, how much.
import type { Side } from "./document";
import type { Sentence } from "../types";

export const SECTIONS = ["market", "entry", "exit", "size", "other"] as const;
export type SectionName = (typeof SECTIONS)[number];

export interface Rule {
  topic: string;
  text: string;
  side: Side | null;
}

export interface Section {
  name: SectionName;
  rules: Rule[];
}

/** In the order of the sections, those without a sentence left out; the name is in the page's head. */
export function sectionsOf(sentences: readonly Sentence[]): Section[] {
  const rules = sentences.filter(({ topic }) => topic !== "name");
  return SECTIONS.map((name) => ({
    name,
    rules: rules
      .filter(({ topic }) => sectionOf(topic) === name)
      .map(({ topic, text }) => ({ topic, text, side: sideOf(topic) })),
  })).filter((section) => section.rules.length > 0);
}

function sectionOf(topic: string): SectionName {
  if (topic === "universe" || topic === "ranking") return "market";
  const [, part] = topic.split(".");
  if (part === "entry" || part === "order") return "entry";
  return part === "exit" || part === "size" ? part : "other";
}

function sideOf(topic: string): Side | null {
  const [first] = topic.split(".");
  return first === "long" || first === "short" ? first : null;
}
