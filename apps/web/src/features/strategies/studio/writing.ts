// Writes definitions as text, and puts another number into a text without touching the rest of it.
import { recordOf } from "../rules/document";
import type { Document } from "../types";
import { formatOf, placesIn, type TextFormat } from "./places";

export function asText(document: Document, format: TextFormat): string {
  return format === "json" ? `${JSON.stringify(document, null, 2)}\n` : asYaml(document);
}

/** The text with another number at a pointer; written anew where the text leaves that number out. */
export function withNumber(
  text: string,
  document: Document,
  pointer: string,
  value: number,
): { text: string; document: Document } {
  const changed = numberSet(document, pointer, value);
  const place = placesIn(text).get(pointer);
  const written = place && text.slice(place.start, place.end);
  if (!place || !/^-?[\d.]+(e[-+]?\d+)?$/i.test(written ?? ""))
    return { text: asText(changed, formatOf(text)), document: changed };
  return {
    text: text.slice(0, place.start) + String(value) + text.slice(place.end),
    document: changed,
  };
}

/** What stands at a pointer; undefined where nothing does. */
export function valueAt(document: Document, pointer: string): unknown {
  return stepsOf(pointer).reduce<unknown>(
    (value, step) => (Array.isArray(value) ? value[Number(step)] : recordOf(value)[step]),
    document,
  );
}

function numberSet(document: Document, pointer: string, value: number): Document {
  return recordOf(changedAt(document, stepsOf(pointer), value));
}

function stepsOf(pointer: string): string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
}

function changedAt(value: unknown, steps: readonly string[], next: number): unknown {
  const [step, ...others] = steps;
  if (step === undefined) return next;
  if (Array.isArray(value))
    return value.map((item, at) => (String(at) === step ? changedAt(item, others, next) : item));
  const record = recordOf(value);
  return { ...record, [step]: changedAt(record[step], others, next) };
}

const PLAIN = /^[A-Za-z_\u0080-\uffff][\w.\u0080-\uffff-]*( [\w.\u0080-\uffff-]+)*$/;
const WORDS_OF_YAML = /^(true|false|null|yes|no|on|off|y|n)$/i;

/** In blocks; a text that could be read as something else is quoted. */
export function asYaml(value: unknown, indent = ""): string {
  if (Array.isArray(value))
    return value.map((item) => `${indent}- ${inner(item, `${indent}  `).trimStart()}`).join("");
  return Object.entries(recordOf(value))
    .map(([key, item]) => `${indent}${scalar(key)}:${inner(item, `${indent}  `)}`)
    .join("");
}

function inner(value: unknown, indent: string): string {
  if (typeof value !== "object" || value === null) return ` ${scalar(value)}\n`;
  if (Object.keys(value).length === 0) return Array.isArray(value) ? " []\n" : " {}\n";
  return `\n${asYaml(value, indent)}`;
}

function scalar(value: unknown): string {
  if (typeof value !== "string") return JSON.stringify(value);
  return PLAIN.test(value) && !WORDS_OF_YAML.test(value) ? value : JSON.stringify(value);
}
