// A long list of which only what can be seen is drawn.
import { useVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, useEffect, useRef } from "react";

interface VirtualListProps<T> {
  label: string;
  items: readonly T[];
  keyOf: (item: T) => string;
  /** The height that an item probably has, in pixels. */
  estimate: number;
  className?: string;
  children: (item: T, index: number) => ReactNode;
}

export function VirtualList<T>({
  label,
  items,
  keyOf,
  estimate,
  className = "",
  children,
}: VirtualListProps<T>) {
  const frame = useRef<HTMLDivElement>(null);
  const list = useVirtualizer({
    count: items.length,
    getScrollElement: () => frame.current,
    estimateSize: () => estimate,
    getItemKey: (index) => keyOf(items[index]!),
    overscan: 8,
  });
  return (
    <div
      ref={frame}
      className={`relative overflow-y-auto ${className}`}
      role="list"
      aria-label={label}
    >
      <Sized height={list.getTotalSize()}>
        {list.getVirtualItems().map((row) => (
          <Placed key={row.key} top={row.start} index={row.index} measure={list.measureElement}>
            {children(items[row.index]!, row.index)}
          </Placed>
        ))}
      </Sized>
    </div>
  );
}

// Sizes are set from script: the page's policy allows no style attributes in its HTML.
function Sized({ height, children }: { height: number; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (box.current) box.current.style.height = `${height}px`;
  }, [height]);
  return (
    <div ref={box} className="relative">
      {children}
    </div>
  );
}

interface PlacedProps {
  top: number;
  index: number;
  measure: (element: HTMLElement | null) => void;
  children: ReactNode;
}

function Placed({ top, index, measure, children }: PlacedProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (box.current) box.current.style.transform = `translateY(${top}px)`;
  }, [top]);
  useEffect(() => measure(box.current), [measure]);
  return (
    <div ref={box} data-index={index} role="listitem" className="absolute inset-x-0 top-0">
      {children}
    </div>
  );
}
