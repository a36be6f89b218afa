import { type CSSProperties, type ReactNode, useCallback, useEffect, useRef, useState } from 'react';

interface Props<T> {
  rows: readonly T[];
  heightOf: (row: T) => number;
  keyOf: (row: T) => string;
  render: (row: T, style: CSSProperties) => ReactNode;
  /** key of the row to bring into view when it changes */
  reveal?: string | null;
  label: string;
}

const overscanPx = 200;

/** A scrolling list that draws only the rows in sight: 10,000 vehicles cost as much as thirty. */
export function VirtualRows<T>({ rows, heightOf, keyOf, render, reveal, label }: Props<T>) {
  const box = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 600 });
  const tops = new Float64Array(rows.length + 1);
  for (let i = 0; i < rows.length; i++) tops[i + 1] = (tops[i] ?? 0) + heightOf(rows[i] as T);
  const total = tops[rows.length] ?? 0;

  const measure = useCallback(() => {
    if (box.current) setView({ top: box.current.scrollTop, height: box.current.clientHeight });
  }, []);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [measure]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new target scrolls, not every update of the rows
  useEffect(() => {
    const index = reveal ? rows.findIndex((row) => keyOf(row) === reveal) : -1;
    const element = box.current;
    if (index < 0 || !element) return;
    const top = tops[index] ?? 0;
    if (top < element.scrollTop || top > element.scrollTop + element.clientHeight - 60)
      element.scrollTop = Math.max(0, top - element.clientHeight / 3);
  }, [reveal]);

  const shown: ReactNode[] = [];
  for (
    let i = firstBelow(tops, view.top - overscanPx);
    i < rows.length && (tops[i] ?? 0) < view.top + view.height + overscanPx;
    i++
  ) {
    const row = rows[i] as T;
    shown.push(render(row, { position: 'absolute', left: 0, right: 0, top: tops[i], height: heightOf(row) }));
  }
  return (
    <div ref={box} className="td-vrows" onScroll={measure} role="tree" aria-label={label}>
      <div style={{ position: 'relative', height: total }}>{shown}</div>
    </div>
  );
}

/** Index of the last row that starts at or above `y`. */
function firstBelow(tops: Float64Array, y: number): number {
  let low = 0;
  let high = tops.length - 1;
  while (low < high) {
    const mid = (low + high + 1) >> 1;
    if ((tops[mid] ?? 0) <= y) low = mid;
    else high = mid - 1;
  }
  return low;
}
