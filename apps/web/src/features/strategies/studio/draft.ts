// A definition while it is edited: its text, what the text means where that is known, and the way back.
import type { Document } from "../types";
import { formatOf, type TextFormat } from "./places";
import { asText, withNumber } from "./writing";

export interface Draft {
  text: string;
  /** Null while a text was typed that nobody has read yet. */
  document: Document | null;
  /** The version that it was made from, and what that says. */
  base: number;
  saved: Document;
  /** A number that was moved is tried at once, a text that is typed after a pause. */
  isTyped: boolean;
  earlier: readonly Step[];
  later: readonly Step[];
}

type Step = Pick<Draft, "text" | "document">;

export type Edit =
  | { kind: "typed"; text: string }
  | { kind: "number"; pointer: string; value: number }
  /** The server has read a text that was typed. */
  | { kind: "read"; text: string; document: Document }
  | { kind: "format"; format: TextFormat }
  | { kind: "undo" }
  | { kind: "redo" }
  | { kind: "begin"; document: Document; base: number; format: TextFormat }
  /** It shall go on top of what somebody else saved. */
  | { kind: "rebase"; base: number }
  | { kind: "saved"; version: number };

const MOST_STEPS = 100;

export function begun(document: Document, base: number, format: TextFormat = "json"): Draft {
  const text = asText(document, format);
  return { text, document, base, saved: document, isTyped: false, earlier: [], later: [] };
}

export function isChanged({ document, saved }: Draft): boolean {
  return document === null || JSON.stringify(document) !== JSON.stringify(saved);
}

export function edited(draft: Draft, edit: Edit): Draft {
  switch (edit.kind) {
    case "typed":
      return stepped(draft, { text: edit.text, document: parsed(edit.text) }, true);
    case "number":
      if (draft.document === null) return draft;
      return stepped(
        draft,
        withNumber(draft.text, draft.document, edit.pointer, edit.value),
        false,
      );
    case "read":
      return edit.text === draft.text && draft.document === null
        ? { ...draft, document: edit.document }
        : draft;
    case "format":
      if (draft.document === null || formatOf(draft.text) === edit.format) return draft;
      return stepped(
        draft,
        { text: asText(draft.document, edit.format), document: draft.document },
        false,
      );
    case "undo":
      return moved(draft, draft.earlier, draft.later, "earlier");
    case "redo":
      return moved(draft, draft.later, draft.earlier, "later");
    case "begin":
      return begun(edit.document, edit.base, edit.format);
    case "rebase":
      return { ...draft, base: edit.base };
    case "saved":
      return { ...draft, base: edit.version, saved: draft.document ?? draft.saved };
  }
}

function stepped(draft: Draft, step: Step, isTyped: boolean): Draft {
  if (step.text === draft.text) return draft;
  const { text, document } = draft;
  const earlier = [...draft.earlier, { text, document }].slice(-MOST_STEPS);
  return { ...draft, ...step, isTyped, earlier, later: [] };
}

function moved(
  draft: Draft,
  from: readonly Step[],
  to: readonly Step[],
  kind: "earlier" | "later",
): Draft {
  const step = from.at(-1);
  if (step === undefined) return draft;
  const [rest, grown] = [
    from.slice(0, -1),
    [...to, { text: draft.text, document: draft.document }],
  ];
  const stacks =
    kind === "earlier" ? { earlier: rest, later: grown } : { later: rest, earlier: grown };
  return { ...draft, ...step, ...stacks, isTyped: false };
}

/** YAML is read by the server alone. */
function parsed(text: string): Document | null {
  if (formatOf(text) !== "json") return null;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Document)
      : null;
  } catch {
    return null;
  }
}
