// A conversation as it is drawn: what the history keeps, and behind it the turns that it does not have yet.
import type { CardType, GenUi } from "../../cards";
import { shownText } from "../choice";
import { callOf, type ToolCall } from "./toolCall";
import type { Turn } from "../turn";
import type { Done, Message, Usage } from "../wire";

export interface PersonEntry {
  by: "person";
  id: string;
  text: string;
}

export interface AssistantEntry {
  by: "assistant";
  id: string;
  text: string;
  tools: readonly ToolCall[];
  cards: readonly GenUi[];
  usage: Usage | null;
  /** Whether the answer is still on its way. */
  isLive: boolean;
  failure: Failure | null;
}

export type Entry = PersonEntry | AssistantEntry;
export type Failure = Pick<Done, "stream_error" | "stream_error_detail">;

export function entriesOf(messages: readonly Message[], turns: readonly Turn[]): Entry[] {
  const failures = new Map(turns.map((turn) => [turn.turnId, failureOf(turn)]));
  const kept = (turn: Turn, role: Message["role"]) =>
    messages.some((message) => message.turn_id === turn.turnId && message.role === role);
  const unfinished = new Set(turns.filter((turn) => !turn.done).map((turn) => turn.turnId));
  const history = messages
    .filter((message) => message.role === "user" || !unfinished.has(message.turn_id))
    .map((message) => entryOf(message, failures.get(message.turn_id) ?? keptFailure(message)));
  const fresh = turns.flatMap((turn): Entry[] => [
    ...(turn.message === null || kept(turn, "user") ? [] : [personEntry(turn)]),
    ...(turn.done && kept(turn, "assistant") ? [] : [assistantEntry(turn)]),
  ]);
  return [...history, ...fresh];
}

/** The card when it is one that this page can draw; what an older server stored is checked where it is drawn. */
function cardOf(card: Record<string, unknown>): GenUi {
  return card as { type: CardType } as GenUi;
}

function entryOf(message: Message, failure: Failure | null): Entry {
  if (message.role === "user")
    return { by: "person", id: message.id, text: shownText(message.content) };
  return {
    by: "assistant",
    id: message.id,
    text: message.content,
    tools: message.tool_calls.map(callOf),
    cards: message.cards.map(cardOf),
    usage: message.token_usage as Usage | null,
    isLive: false,
    failure,
  };
}

function personEntry(turn: Turn): PersonEntry {
  return { by: "person", id: `${keyOf(turn)}-person`, text: shownText(turn.message ?? "") };
}

function assistantEntry(turn: Turn): AssistantEntry {
  return {
    by: "assistant",
    id: `${keyOf(turn)}-assistant`,
    text: turn.text,
    tools: turn.tools,
    cards: turn.cards,
    usage: turn.done?.usage ?? null,
    isLive: turn.done === null,
    failure: failureOf(turn),
  };
}

function keyOf(turn: Turn): string {
  return turn.turnId ?? "sending";
}

function keptFailure({ failure }: Message): Failure | null {
  return failure && { stream_error: failure.message, stream_error_detail: failure };
}

function failureOf({ done }: Turn): Failure | null {
  return done?.stream_error ? done : null;
}
