// Names the browser tab after what is on the page; null leaves the name to whoever knows better.
import { useEffect } from "react";

export function useTitle(title: string | null): void {
  useEffect(() => {
    if (title !== null) document.title = `${title} · Parley`;
  }, [title]);
}
