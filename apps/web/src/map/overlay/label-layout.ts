/** A box on the screen, px. */
export interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Somebody who wants a label, in order of importance. */
export interface LabelWish {
  /** the caller's own number */
  key: number;
  x: number;
  y: number;
  width: number;
  height: number;
  /** from the middle of the symbol to the label's edge */
  gap: number;
  /** placed even where it covers something (selected, alarm) */
  must: boolean;
}

/** The ground that is painted, from 0, 0. */
export type Frame = Pick<Rect, 'width' | 'height'>;
const isInside = ({ x, y, width, height }: Rect, frame: Frame | undefined): boolean =>
  !frame || (x >= 0 && y >= 0 && x + width <= frame.width && y + height <= frame.height);

export type LabelSide = 0 | 1 | 2 | 3;
export interface PlacedLabel extends Rect {
  key: number;
  side: LabelSide;
}

/** right, left, below, above */
const sides: readonly LabelSide[] = [0, 1, 2, 3];

/** Boxes by the cells of a coarse grid, so that a question looks at a handful of them. */
class Occupied {
  readonly #cells = new Map<number, Rect[]>();
  readonly #size = 64;

  add(rect: Rect): void {
    this.#visit(rect, (key) => {
      const list = this.#cells.get(key);
      if (list) list.push(rect);
      else this.#cells.set(key, [rect]);
      return false;
    });
  }

  hits(rect: Rect): boolean {
    return this.#visit(rect, (key) => (this.#cells.get(key) ?? []).some((other) => rectsOverlap(rect, other)));
  }

  #visit(rect: Rect, see: (key: number) => boolean): boolean {
    const left = Math.floor(rect.x / this.#size);
    const right = Math.floor((rect.x + rect.width) / this.#size);
    const top = Math.floor(rect.y / this.#size);
    const bottom = Math.floor((rect.y + rect.height) / this.#size);
    for (let cy = top; cy <= bottom; cy++) {
      for (let cx = left; cx <= right; cx++) if (see(cy * 4096 + cx)) return true;
    }
    return false;
  }
}

export const rectsOverlap = (a: Rect, b: Rect): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

/**
 * Places labels beside their symbols: right, left, below, above, against `obstacles` (symbols, bubbles, panels) and the
 * labels before them. What fits nowhere is left out, except those that must be seen. `before` keeps a label on the side
 * it had, so that labels do not jump while the map moves. `avoid` (place names) is covered only where nothing else is free. Inside `frame`
 * no label is cut at its edges; what lies under `lids` (panels) is not seen, so that a label that must be covers a symbol rather than going there.
 */
export function placeLabels(
  wishes: readonly LabelWish[],
  obstacles: readonly Rect[],
  before?: ReadonlyMap<number, LabelSide>,
  avoid: readonly Rect[] = [],
  frame?: Frame,
  lids: readonly Rect[] = [],
): PlacedLabel[] {
  const taken = new Occupied();
  for (const rect of obstacles) taken.add(rect);
  const names = new Occupied();
  for (const rect of avoid) names.add(rect);
  const placed: PlacedLabel[] = [];
  for (const wish of wishes) {
    const last = before?.get(wish.key);
    const order = last === undefined ? sides : [last, ...sides.filter((side) => side !== last)];
    const whole = order.filter((s) => isInside(boxAt(wish, s), frame));
    const free = whole.filter((s) => !taken.hits(boxAt(wish, s)));
    const seen = whole.find((s) => !lids.some((lid) => rectsOverlap(lid, boxAt(wish, s))));
    const forced = wish.must ? (seen ?? whole[0] ?? last ?? 0) : undefined;
    const side = free.find((s) => !names.hits(boxAt(wish, s))) ?? free[0] ?? forced;
    if (side === undefined) continue;
    const box = boxAt(wish, side);
    taken.add(box);
    placed.push({ ...box, key: wish.key, side });
  }
  return placed;
}

function boxAt({ x, y, width, height, gap }: LabelWish, side: LabelSide): Rect {
  switch (side) {
    case 0:
      return { x: x + gap, y: y - height / 2, width, height };
    case 1:
      return { x: x - gap - width, y: y - height / 2, width, height };
    case 2:
      return { x: x - width / 2, y: y + gap, width, height };
    default:
      return { x: x - width / 2, y: y - gap - height, width, height };
  }
}
