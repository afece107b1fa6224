// How a card makes the conversation around it load its new state.
import { createContext, useContext } from "react";

export const ConversationChange = createContext<() => void>(() => undefined);

export function useConversationChange(): () => void {
  return useContext(ConversationChange);
}
