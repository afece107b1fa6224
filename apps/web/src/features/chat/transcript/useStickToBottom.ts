// Keeps the newest in sight while a person is at the bottom, and leaves them alone when they are not.
import { useCallback, useEffect, useRef, useState } from "react";

const NEAR = 48; // pixels

export function useStickToBottom() {
  const frame = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const isStuck = useRef(true);
  const lastTop = useRef(0);
  const [isAtBottom, setIsAtBottom] = useState(true);

  const look = useCallback(() => {
    const box = frame.current;
    if (box) setIsAtBottom(box.scrollHeight - box.scrollTop - box.clientHeight < NEAR);
  }, []);

  const toBottom = useCallback(() => {
    isStuck.current = true;
    const box = frame.current;
    if (box) box.scrollTop = box.scrollHeight;
    look();
  }, [look]);

  // An answer may have grown by the time that a scroll is told of: only who moves up leaves the bottom.
  const onScroll = useCallback(() => {
    const box = frame.current;
    if (box) {
      const isNear = box.scrollHeight - box.scrollTop - box.clientHeight < NEAR;
      if (isNear || box.scrollTop < lastTop.current) isStuck.current = isNear;
      lastTop.current = box.scrollTop;
    }
    look();
  }, [look]);

  /** Who opens something wants to see its top, not the end of the conversation. */
  const release = useCallback(() => {
    isStuck.current = false;
  }, []);

  useEffect(() => {
    if (content.current === null || typeof ResizeObserver === "undefined") return undefined;
    const watch = new ResizeObserver(() => (isStuck.current ? toBottom() : look()));
    watch.observe(content.current);
    return () => watch.disconnect();
  }, [look, toBottom]);

  return { frame, content, isAtBottom, toBottom, onScroll, release };
}
