// Conversations in other tabs of this browser: who says something tells them, and they ask the server for it.

const CHANNEL = "parley.conversations";

export interface OtherTabs {
  tell(sessionId: string): void;
  /** Returns how to stop listening. */
  listen(onNews: (sessionId: string) => void): () => void;
}

export function otherTabs(): OtherTabs {
  if (typeof BroadcastChannel === "undefined")
    return { tell: () => undefined, listen: () => () => undefined };
  // One channel never hears itself.
  const channel = new BroadcastChannel(CHANNEL);
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no origin to name
    tell: (sessionId) => channel.postMessage(sessionId),
    listen(onNews) {
      const hear = ({ data }: MessageEvent) => {
        if (typeof data === "string") onNews(data);
      };
      channel.addEventListener("message", hear);
      return () => channel.removeEventListener("message", hear);
    },
  };
}
