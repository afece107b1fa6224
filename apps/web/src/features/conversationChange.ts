// How a card tells the conversation around it that the desk knows more of it now.
import { createContext, useContext } from "react";

export const ConversationChange = createContext<() => void>(() => undefined);

export function useConversationChange(): () => void {
  return useContext(ConversationChange);
}
