import {
  type KeyboardEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';

interface Props<T> {
  rows: readonly T[];
  heightOf: (row: T) => number;
  keyOf: (row: T) => string;
  /** draws a row at `top` px of the list */
  render: (row: T, top: number) => ReactNode;
  /** key of the row to bring into view when it changes */
  reveal?: string | null;
  label: string;
}

const overscanPx = 200;

/** A scrolling list that draws only the rows in sight: 10,000 vehicles cost as much as thirty. */
export function VirtualRows<T>({ rows, heightOf, keyOf, render, reveal, label }: Props<T>) {
  const box = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 600 });
  // biome-ignore lint/correctness/useExhaustiveDependencies: heights depend on the rows alone
  const tops = useMemo(() => {
    const found = new Float64Array(rows.length + 1);
    rows.forEach((row, i) => {
      found[i + 1] = (found[i] ?? 0) + heightOf(row);
    });
    return found;
  }, [rows]);
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

  useLayoutEffect(() => {
    if (box.current) keepOneStop(box.current);
  });

  const shown: ReactNode[] = [];
  for (
    let i = firstBelow(tops, view.top - overscanPx);
    i < rows.length && (tops[i] ?? 0) < view.top + view.height + overscanPx;
    i++
  ) {
    const row = rows[i];
    if (row !== undefined) shown.push(render(row, tops[i] ?? 0));
  }
  return (
    <div
      ref={box}
      className="watch-location-rows"
      onScroll={measure}
      onKeyDown={stepWithArrows}
      role="tree"
      aria-label={label}
    >
      <div style={{ position: 'relative', height: total }}>{shown}</div>
    </div>
  );
}

const rowsOf = 'button[role="treeitem"]';

/** The tab key stops at one row, the one with the focus, else the chosen one, else the first; arrow keys walk on from there. What stands behind the list is one key away, however many rows there are. */
function keepOneStop(box: HTMLElement): void {
  const rows = [...box.querySelectorAll<HTMLElement>(rowsOf)];
  const stop =
    rows.find((row) => row === document.activeElement) ??
    rows.find((row) => row.getAttribute('aria-selected') === 'true') ??
    rows[0];
  for (const row of rows) row.tabIndex = row === stop ? 0 : -1;
}

/** Arrow keys walk from row to row; the browser scrolls the next one into view, which draws the ones behind it. */
function stepWithArrows(event: KeyboardEvent<HTMLDivElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  // keys are heard by elements
  const here = (event.target as HTMLElement).closest<HTMLElement>(rowsOf);
  if (!here) return;
  event.preventDefault();
  let next: Element | null = here;
  do {
    next = event.key === 'ArrowDown' ? next.nextElementSibling : next.previousElementSibling;
  } while (next && !next.matches(rowsOf));
  if (!(next instanceof HTMLElement)) return;
  next.focus();
  keepOneStop(event.currentTarget);
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
