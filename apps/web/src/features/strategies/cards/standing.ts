// Whether a person has given their word on rules in a conversation, read from what the conversation holds.
import type { components } from "../../../contracts/api";
import { partOf, recordOf } from "../rules/document";

type Conversation = components["schemas"]["ChatSessionDetail"];

const MAY_CONFIRM = new Set<string>(["pre_strategy", "strategy", "stress_test", "deployment"]);

type Standing = "confirmed" | "unconfirmed" | "closed";

/** Closed where the conversation is past confirming, or not there yet. */
export function standingOf(conversation: Conversation, contentHash: string): Standing {
  const { runtime } = recordOf(conversation.artifacts.strategy) as { runtime?: unknown };
  const agreed = partOf({ runtime }, "runtime").confirmed_hash;
  if (agreed === contentHash) return "confirmed";
  return MAY_CONFIRM.has(conversation.phase) ? "unconfirmed" : "closed";
}
