import { mercatorX, mercatorY, tilePx } from '@tongda/geo/mercator';
import type { LayoutView } from './vehicle-layout';

export interface Clustered {
  /** px in the view */
  x: number;
  y: number;
  /** rows of the list; one: a pin of its own */
  members: number[];
}

/** Pins nearer than this to each other are shown as one. */
export const clusterPx = 44;
/** Groups whose middles are nearer cover each other. */
const touchingPx = 30;
/** From here on every place stands for itself: those that are still together are one above the other. */
export const apartZoom = 15;
/** Pins just outside of the view show their heads in it. */
const marginPx = 40;

/**
 * Pins of a view, those that would cover each other as one. By cells of the map, not of the screen: dragging changes nothing, only the zoom does.
 */
export function clusterPins(pins: ReadonlyArray<{ lng: number; lat: number }>, view: LayoutView): Clustered[] {
  const scale = tilePx * 2 ** view.zoom;
  const cell = clusterPx / (tilePx * 2 ** Math.floor(view.zoom));
  const cells = new Map<string, { x: number; y: number; members: number[] }>();
  pins.forEach(({ lng, lat }, i) => {
    const [x, y] = [mercatorX(lng), mercatorY(lat)];
    const key = view.zoom >= apartZoom ? String(i) : `${Math.floor(x / cell)} ${Math.floor(y / cell)}`;
    const known = cells.get(key) ?? { x: 0, y: 0, members: [] };
    known.x += x;
    known.y += y;
    known.members.push(i);
    cells.set(key, known);
  });
  const found = [...cells.values()]
    .map(({ x, y, members }) => ({
      x: (x / members.length - view.x0) * scale,
      y: (y / members.length - view.y0) * scale,
      members,
    }))
    .filter(({ x, y }) => x > -marginPx && y > -marginPx && x < view.width + marginPx && y < view.height + marginPx);
  return view.zoom >= apartZoom ? found : joinTouching(found);
}

/** Neighbours on both sides of a cell's edge may still lie on each other. */
function joinTouching(groups: readonly Clustered[]): Clustered[] {
  const kept: Clustered[] = [];
  for (const group of [...groups].sort((a, b) => b.members.length - a.members.length)) {
    const near = kept.find(({ x, y }) => Math.hypot(x - group.x, y - group.y) < touchingPx);
    if (!near) kept.push({ ...group, members: [...group.members] });
    else {
      const [n, m] = [near.members.length, group.members.length];
      near.x = (near.x * n + group.x * m) / (n + m);
      near.y = (near.y * n + group.y * m) / (n + m);
      near.members.push(...group.members);
    }
  }
  return kept;
}
