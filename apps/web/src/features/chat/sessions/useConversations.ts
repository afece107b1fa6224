// The conversations behind the door to the server: one set for each door, however often the views come and go.
import { useEffect, useSyncExternalStore } from "react";
import { useApi } from "../../../api/ApiContext";
import type { Api } from "../../../api/client";
import { browserStorage } from "../../../app/storage";
import { type Conversations, createConversations, type Talk } from "./conversations";
import { keptDrafts } from "./keptDrafts";
import { type OtherTabs, otherTabs } from "./otherTabs";
import { createSessionList, type SessionList, type SessionListing } from "./sessionListing";

interface Behind {
  conversations: Conversations;
  sessions: SessionList;
  tabs: OtherTabs;
}

const behind = new WeakMap<Api, Behind>();

function useBehind() {
  const api = useApi();
  const known = behind.get(api);
  if (known) return known;
  const tabs = otherTabs();
  const conversations = createConversations(api, keptDrafts(browserStorage()), tabs.tell);
  const made = { conversations, sessions: createSessionList(api), tabs };
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

/** Conversations that another tab has news of. */
export function useOtherTabs(onNews: (sessionId: string) => void): void {
  const { tabs } = useBehind();
  useEffect(() => tabs.listen(onNews), [tabs, onNews]);
}

export function useSessions(): { sessions: SessionList; listing: SessionListing } {
  const { sessions } = useBehind();
  return { sessions, listing: useSyncExternalStore(sessions.subscribe, sessions.listing) };
}
