// Lets a page scroll past a chart: a turn of the wheel that began outside of it stays with the page, one that begins on
// it zooms.

const ONE_TURN_MS = 200;

/** Stops listening when the signal says so. */
export function keepPageScrolling(element: HTMLElement, signal: AbortSignal): void {
  let lastOutside = -Infinity;
  const look = (event: WheelEvent) => {
    const isInside = event.target instanceof Node && element.contains(event.target);
    if (!isInside) {
      lastOutside = event.timeStamp;
      return;
    }
    if (event.timeStamp - lastOutside > ONE_TURN_MS) return;
    lastOutside = event.timeStamp;
    event.stopPropagation();
  };
  window.addEventListener("wheel", look, { capture: true, passive: true, signal });
}
