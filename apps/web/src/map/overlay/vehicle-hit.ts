import type { PlacedLabel } from './label-layout';
import { type Bubble, type Layout, overlapPx } from './vehicle-layout';

/** What lies under the pointer: rows of the store. */
export type Hit =
  | { kind: 'vehicle'; index: number }
  | { kind: 'overlap'; members: number[] }
  | { kind: 'bubble'; bubble: Bubble };

const reachPx = 13;

/** The nearest symbol or bubble under a point, else the label under it. Symbols that cover each other answer together. */
export function hitTest(layout: Layout, labels: readonly PlacedLabel[], x: number, y: number): Hit | null {
  for (const bubble of layout.bubbles) {
    if (Math.hypot(bubble.x - x, bubble.y - y) <= bubble.radius + 2) return { kind: 'bubble', bubble };
  }
  const near = layout.symbols
    .map((symbol) => ({ symbol, distance: Math.hypot(symbol.x - x, symbol.y - y) }))
    .filter(({ distance }) => distance <= reachPx)
    .sort((a, b) => a.distance - b.distance);
  const first = near[0]?.symbol;
  if (first) {
    const covered = near.filter(({ symbol }) => Math.hypot(symbol.x - first.x, symbol.y - first.y) < overlapPx / 2);
    if (covered.length > 1) return { kind: 'overlap', members: covered.map(({ symbol }) => symbol.index) };
    return { kind: 'vehicle', index: first.index };
  }
  const label = labels.find((l) => x >= l.x && x <= l.x + l.width && y >= l.y && y <= l.y + l.height);
  return label ? { kind: 'vehicle', index: label.key } : null;
}
