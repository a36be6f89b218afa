import { type RefObject, useEffect, useState } from 'react';
import type { Rect } from '../../../map/overlay/label-layout';

const selector = '.watch-location-tree,.watch-location-card,.watch-location-drawer,[data-map-panel]';

/** Where panels cover the map, px from its corner, so that no label goes under them. Measured again when `layout` changes. */
export function usePanelRects(page: RefObject<HTMLElement | null>, layout: string): readonly Rect[] {
  const [rects, setRects] = useState<readonly Rect[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `layout` says that panels opened or closed
  useEffect(() => {
    const root = page.current;
    if (!root) return;
    const observer = new ResizeObserver(() => measure());
    const measure = (): void => {
      const origin = root.getBoundingClientRect();
      const panels = [...root.querySelectorAll(selector)];
      // a box that is watched already stays watched; the scale of the map changes its width with the zoom
      for (const panel of panels) observer.observe(panel);
      const found = panels.map((panel) => panel.getBoundingClientRect());
      setRects(
        found.map((r) => ({ x: r.left - origin.left, y: r.top - origin.top, width: r.width, height: r.height })),
      );
    };
    const timer = setTimeout(measure, 50);
    observer.observe(root);
    // the map's own buttons, scale and source come with its code, which may be later than everything else
    const arrivals = new MutationObserver((changes) => {
      const isPanel = (node: Node): boolean =>
        node instanceof Element && (node.matches(selector) || node.querySelector(selector) !== null);
      if (changes.some(({ addedNodes }) => [...addedNodes].some(isPanel))) measure();
    });
    arrivals.observe(root, { childList: true, subtree: true });
    return () => {
      clearTimeout(timer);
      observer.disconnect();
      arrivals.disconnect();
    };
  }, [page, layout]);
  return rects;
}
