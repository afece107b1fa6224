// One message and its answer, built from events: each event once, in order, until the last.
import type { ServerEvent } from "../../api/eventStream";
import type { GenUi } from "../cards";
import { callNamed, read, type ToolCall } from "./transcript/toolCall";
import type { ChatEvent, Done, Phase } from "./wire";

export interface Turn {
  sessionId: string | null;
  turnId: string | null;
  /** What the person sent; null for a turn that was found open, whose message is in the history. */
  message: string | null;
  /** The number of the last event that was heard. */
  seen: number;
  text: string;
  tools: readonly ToolCall[];
  cards: readonly GenUi[];
  phase: Phase | null;
  /** The last event; null while the answer is on its way. */
  done: Done | null;
}

const SILENT: Turn = {
  sessionId: null,
  turnId: null,
  message: null,
  seen: 0,
  text: "",
  tools: [],
  cards: [],
  phase: null,
  done: null,
};

/** A turn that a person has just begun. */
export function begun(sessionId: string | null, message: string): Turn {
  return { ...SILENT, sessionId, message };
}

/** A turn that was found open, to be followed from its first event. */
export function found(sessionId: string, turnId: string): Turn {
  return { ...SILENT, sessionId, turnId };
}

/** The turn after an event; one that was heard already, or that comes behind the last, changes nothing. */
export function heard(turn: Turn, event: ServerEvent): Turn {
  if (turn.done !== null || event.id <= turn.seen) return turn;
  return { ...turn, ...changes(turn, event.data as ChatEvent), seen: event.id };
}

function changes(turn: Turn, event: ChatEvent): Partial<Turn> {
  switch (event.type) {
    case "stream_start":
      return { sessionId: event.session_id, turnId: event.turn_id, phase: event.phase };
    case "text_delta":
      return { text: turn.text + event.delta };
    case "mcp_event":
      return { tools: withTool(turn.tools, event.openai_type, event.payload) };
    case "genui":
      return { cards: [...turn.cards, event.payload] };
    case "phase_change":
      return { phase: event.to_phase };
    case "done":
      return { done: event, phase: event.phase };
    default:
      return {};
  }
}

function withTool(
  tools: readonly ToolCall[],
  kind: string,
  payload: Record<string, unknown>,
): readonly ToolCall[] {
  if (!kind.startsWith("response.mcp_call") || typeof payload.item_id !== "string") return tools;
  const id = payload.item_id;
  const known = tools.find((call) => call.id === id);
  const call = { ...(known ?? callNamed(id)), ...progress(kind, payload) };
  return known ? tools.map((each) => (each.id === id ? call : each)) : [...tools, call];
}

function progress(kind: string, payload: Record<string, unknown>): Partial<ToolCall> {
  switch (kind) {
    case "response.mcp_call_arguments.done":
      return { arguments: read(payload.arguments) };
    case "response.mcp_call.completed":
      return { status: "success" };
    case "response.mcp_call.failed":
      return { status: "failure" };
    default:
      return {};
  }
}
