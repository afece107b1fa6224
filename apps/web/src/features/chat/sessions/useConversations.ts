// The conversations behind the door to the server: one set for each door, however often the views come and go.
import { useSyncExternalStore } from "react";
import { useApi } from "../../../api/ApiContext";
import type { Api } from "../../../api/client";
import { type Conversations, createConversations, type Talk } from "./conversations";
import { createSessionList, type SessionList, type SessionListing } from "./sessionListing";

const behind = new WeakMap<Api, { conversations: Conversations; sessions: SessionList }>();

function useBehind() {
  const api = useApi();
  const known = behind.get(api);
  if (known) return known;
  const made = { conversations: createConversations(api), sessions: createSessionList(api) };
  behind.set(api, made);
  return made;
}

export function useConversations(): Conversations {
  return useBehind().conversations;
}

export function useTalk(sessionId: string | null): Talk {
  const { subscribe, talk } = useConversations();
  return useSyncExternalStore(subscribe, () => talk(sessionId));
}

export function useDraft(sessionId: string | null): string {
  const { subscribe, draft } = useConversations();
  return useSyncExternalStore(subscribe, () => draft(sessionId));
}

export function useSessions(): { sessions: SessionList; listing: SessionListing } {
  const { sessions } = useBehind();
  return { sessions, listing: useSyncExternalStore(sessions.subscribe, sessions.listing) };
}
