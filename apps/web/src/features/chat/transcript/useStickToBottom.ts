// Keeps the newest in sight while a person follows it: to its end, but never past the first line of the newest answer.
import { useCallback, useEffect, useRef, useState } from "react";

const NEAR = 48; // pixels
const HANDS = ["wheel", "touchmove", "keydown", "pointerdown"] as const; // the last one for a scrollbar
const ABOVE = 12; // pixels that stay free above the first line

export function useStickToBottom() {
  const frame = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const isStuck = useRef(true);
  const isAway = useRef(false);
  const [isAtBottom, setIsAtBottom] = useState(true);

  const look = useCallback(() => {
    const box = frame.current;
    if (box) setIsAtBottom(isStuck.current || isNearEnd(box));
  }, []);

  const moveTo = useCallback(
    (top: number) => {
      isStuck.current = true;
      isAway.current = false;
      if (frame.current) frame.current.scrollTop = top;
      look();
    },
    [look],
  );

  const toBottom = useCallback(() => moveTo(frame.current?.scrollHeight ?? 0), [moveTo]);

  /** A long answer is read from its first line on; its buttons are in view below. */
  const toNewest = useCallback(() => {
    const box = frame.current;
    if (box) moveTo(Math.min(box.scrollHeight - box.clientHeight, firstLineOf(box) - ABOVE));
  }, [moveTo]);

  // The page moves by itself as answers grow and buttons come and go: only a hand, a wheel or a key leaves the newest.
  const onScroll = useCallback(() => {
    if (frame.current && isNearEnd(frame.current)) {
      isStuck.current = true;
      isAway.current = false;
    }
    look();
  }, [look]);

  /** Who opens something wants to see it while it grows; what is answered next is shown all the same. */
  const release = useCallback(() => {
    isStuck.current = false;
  }, []);

  /** Who turns to something else is left there. */
  const leave = useCallback((event: Event) => {
    if (event.type === "pointerdown" && event.target !== frame.current) return;
    isStuck.current = false;
    isAway.current = true;
  }, []);

  const onAnswer = useCallback(() => {
    if (!isAway.current) toNewest();
  }, [toNewest]);

  useEffect(() => {
    const box = frame.current;
    if (content.current === null || box === null || typeof ResizeObserver === "undefined")
      return undefined;
    const watch = new ResizeObserver(() => (isStuck.current ? toNewest() : look()));
    watch.observe(content.current);
    watch.observe(box); // the buttons below take room, and give it back
    return () => watch.disconnect();
  }, [look, toNewest]);

  useEffect(() => {
    const box = frame.current;
    for (const hand of HANDS) box?.addEventListener(hand, leave, { passive: true });
    return () => {
      for (const hand of HANDS) box?.removeEventListener(hand, leave);
    };
  }, [leave]);

  return { frame, content, isAtBottom, toBottom, toNewest, onAnswer, onScroll, release };
}

function isNearEnd(box: HTMLElement): boolean {
  return box.scrollHeight - box.scrollTop - box.clientHeight < NEAR;
}

/** From the top of all messages to the newest answer's; without one, there is no limit. */
function firstLineOf(box: HTMLElement): number {
  const newest = box.querySelector<HTMLElement>(
    "ol > li[data-testid=message-assistant]:last-child",
  );
  if (newest === null) return Number.POSITIVE_INFINITY;
  return newest.getBoundingClientRect().top - box.getBoundingClientRect().top + box.scrollTop;
}
