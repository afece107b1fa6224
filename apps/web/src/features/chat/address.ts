// Where a conversation lives.
import { addressOf } from "../places";

export function addressOfSession(sessionId: string): string {
  return `${addressOf("chat")}/${encodeURIComponent(sessionId)}`;
}
