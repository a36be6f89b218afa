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
    const measure = (): void => {
      const origin = root.getBoundingClientRect();
      const found = [...root.querySelectorAll(selector)].map((panel) => panel.getBoundingClientRect());
      setRects(
        found.map((r) => ({ x: r.left - origin.left, y: r.top - origin.top, width: r.width, height: r.height })),
      );
    };
    const timer = setTimeout(measure, 50);
    const observer = new ResizeObserver(measure);
    observer.observe(root);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
    };
  }, [page, layout]);
  return rects;
}
