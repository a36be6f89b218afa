import { type RefObject, useId, useLayoutEffect, useSyncExternalStore } from 'react';
import { create } from 'zustand';

/** From where to where, in px of the window, the words of rows (详情, 处理, …) stand in a table. */
export interface Span {
  left: number;
  right: number;
}

/** Tables of the pages in front that have such words. */
const usePlaces = create<{ spans: ReadonlyMap<string, Span> }>(() => ({ spans: new Map() }));

const put = (id: string, span: Span | null): void =>
  usePlaces.setState(({ spans }) => {
    const old = spans.get(id);
    if (old?.left === span?.left && old?.right === span?.right) return { spans };
    const next = new Map(spans);
    if (span) next.set(id, span);
    else next.delete(id);
    return { spans: next };
  });

/**
 * Says where the words of a table's rows stand, after each drawing: `least` px at its right end until their own column is drawn. A table without them says nothing.
 */
export function useActionsPlace(box: RefObject<HTMLElement | null>, has: boolean, least: number): void {
  const id = useId();
  // without dependencies on purpose: rows, columns and the room of a table all move the words, and what did not move changes nothing
  useLayoutEffect(() => {
    const whole = has ? box.current?.getBoundingClientRect() : undefined;
    if (!whole || whole.width === 0) return put(id, null);
    const words = box.current?.querySelector('th.td-actions')?.getBoundingClientRect();
    put(id, { left: Math.round(words?.left ?? whole.right - least), right: Math.round(whole.right) });
  });
  // a page behind another tab runs no effects, so that its words do not count
  useLayoutEffect(() => () => put(id, null), [id]);
}

/** Between what lies over a page and the words of its rows. */
const gap = 8;
/** The right edge of the window up to what lies over a page. */
const margin = 28;

/**
 * How far from the right edge of a window, in px, something of a width may lie so that it covers no words of rows: as far right as it can. Null where there is
 * no such place.
 */
export function clearPlace(spans: Iterable<Span>, windowWidth: number, width: number): number | null {
  let right = windowWidth - margin;
  for (const span of [...spans].sort((a, b) => b.right - a.right))
    if (span.left - gap < right && span.right + gap > right - width) right = span.left - gap;
  return right - width < gap ? null : windowWidth - right;
}

const onResize = (listener: () => void): (() => void) => {
  window.addEventListener('resize', listener);
  return () => window.removeEventListener('resize', listener);
};

/** `clearPlace` for the pages in front. */
export function useClearPlace(width: number): number | null {
  const spans = usePlaces((places) => places.spans);
  const windowWidth = useSyncExternalStore(onResize, () => window.innerWidth);
  return clearPlace(spans.values(), windowWidth, width);
}
