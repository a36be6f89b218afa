import { tilePx } from '@tongda/geo/mercator';
import { shareOrder, type VehicleStore } from './vehicle-store';

/** What the screen shows, in the unit square of Mercator. */
export interface LayoutView {
  /** x and y of the top left corner */
  x0: number;
  y0: number;
  zoom: number;
  width: number;
  height: number;
}

/** A vehicle with a symbol of its own. */
export interface PlacedSymbol {
  index: number;
  x: number;
  y: number;
}

/** Several vehicles in one disc. */
export interface Bubble {
  x: number;
  y: number;
  radius: number;
  count: number;
  /** vehicles by {@link shareOrder} */
  shares: number[];
  /** rows of the store */
  members: number[];
}

export interface Layout {
  symbols: PlacedSymbol[];
  bubbles: Bubble[];
}

/** More visible vehicles than this are drawn as a grid of bubbles. */
export const maxSymbols = 3_000;
/** Symbols closer than this cover each other and become a bubble. */
export const overlapPx = 15;
/** Half of a symbol, for questions of room. */
export const symbolRadius = 10;
/** Edge of a cell of the bubble grid at a whole zoom; it grows to twice that before the next zoom. */
const cellPx = 64;
/** Vehicles just outside the screen still show half of their symbol. */
const marginPx = 24;

/** Radius of a bubble, px. */
export function bubbleRadius(count: number): number {
  if (count < 10) return 14;
  if (count < 100) return 17;
  return count < 1000 ? 20 : 24;
}

/** Turns vehicles into symbols and bubbles for one view. `apart` (the selected vehicle) always has a symbol of its own. */
export function layoutVehicles(store: VehicleStore, view: LayoutView, apart = -1): Layout {
  const scale = tilePx * 2 ** view.zoom;
  const visible = visibleRows(store, view, scale);
  const layout =
    visible.count > maxSymbols
      ? gridLayout(store, view, scale, visible, apart)
      : nearLayout(store, view, scale, visible, apart);
  if (apart >= 0) {
    layout.symbols.push({
      index: apart,
      x: ((store.x[apart] ?? 0) - view.x0) * scale,
      y: ((store.y[apart] ?? 0) - view.y0) * scale,
    });
  }
  return layout;
}

interface Rows {
  rows: Int32Array;
  count: number;
}

function visibleRows(store: VehicleStore, view: LayoutView, scale: number): Rows {
  const n = store.vehicles.length;
  const rows = new Int32Array(n);
  const west = view.x0 - marginPx / scale;
  const east = view.x0 + (view.width + marginPx) / scale;
  const north = view.y0 - marginPx / scale;
  const south = view.y0 + (view.height + marginPx) / scale;
  let count = 0;
  for (let i = 0; i < n; i++) {
    const x = store.x[i] ?? 0;
    const y = store.y[i] ?? 0;
    if (x >= west && x <= east && y >= north && y <= south) rows[count++] = i;
  }
  return { rows, count };
}

/** Cells are fixed to the map, not to the screen, so bubbles stand still while the map is dragged. */
function gridLayout(store: VehicleStore, view: LayoutView, scale: number, visible: Rows, apart: number): Layout {
  const cellsAcross = (tilePx * 2 ** Math.floor(view.zoom)) / cellPx;
  const cells = new Map<number, number[]>();
  for (let k = 0; k < visible.count; k++) {
    const i = visible.rows[k] ?? 0;
    if (i === apart) continue;
    const key = Math.floor((store.y[i] ?? 0) * cellsAcross) * cellsAcross + Math.floor((store.x[i] ?? 0) * cellsAcross);
    const cell = cells.get(key);
    if (cell) cell.push(i);
    else cells.set(key, [i]);
  }
  const layout: Layout = { symbols: [], bubbles: [] };
  const edge = scale / cellsAcross;
  for (const [key, members] of cells) {
    const node = nodeOf(store, view, scale, members);
    if (members.length === 1) {
      layout.symbols.push({ index: members[0] ?? 0, x: node.x, y: node.y });
      continue;
    }
    // The disc stays inside its cell: neighbours never cover each other.
    const left = ((key % cellsAcross) / cellsAcross - view.x0) * scale;
    const top = (Math.floor(key / cellsAcross) / cellsAcross - view.y0) * scale;
    const x = clamp(node.x, left + node.radius, left + edge - node.radius);
    const y = clamp(node.y, top + node.radius, top + edge - node.radius);
    layout.bubbles.push({ ...node, x, y });
  }
  return layout;
}

const clamp = (value: number, low: number, high: number): number => Math.min(Math.max(value, low), high);

/** Few vehicles: only those that cover each other share a bubble. Independent of the position of the screen. */
function nearLayout(store: VehicleStore, view: LayoutView, scale: number, visible: Rows, apart: number): Layout {
  let groups = joinSymbols(store, scale, visible, apart);
  let nodes = groups.map((members) => nodeOf(store, view, scale, members));
  for (let pass = 0; pass < 3; pass++) {
    const joined = joinNodes(nodes);
    if (joined === null) break;
    groups = joined;
    nodes = groups.map((members) => nodeOf(store, view, scale, members));
  }
  const layout: Layout = { symbols: [], bubbles: [] };
  for (const node of nodes) {
    if (node.count === 1) layout.symbols.push({ index: node.members[0] ?? 0, x: node.x, y: node.y });
    else layout.bubbles.push(node);
  }
  return layout;
}

function joinSymbols(store: VehicleStore, scale: number, visible: Rows, apart: number): number[][] {
  const reach = overlapPx / scale;
  const across = Math.ceil(1 / reach) + 2;
  const anchors = new Map<number, number[][]>();
  const groups: number[][] = [];
  for (let k = 0; k < visible.count; k++) {
    const i = visible.rows[k] ?? 0;
    if (i === apart) continue;
    const x = store.x[i] ?? 0;
    const y = store.y[i] ?? 0;
    const cx = Math.floor(x / reach);
    const cy = Math.floor(y / reach);
    const near = nearestAnchor(store, anchors, across, cx, cy, x, y, reach);
    if (near) {
      near.push(i);
      continue;
    }
    const group = [i];
    groups.push(group);
    const key = cy * across + cx;
    const list = anchors.get(key);
    if (list) list.push(group);
    else anchors.set(key, [group]);
  }
  return groups;
}

function nearestAnchor(
  store: VehicleStore,
  anchors: Map<number, number[][]>,
  across: number,
  cx: number,
  cy: number,
  x: number,
  y: number,
  reach: number,
): number[] | null {
  let best: number[] | null = null;
  let bestDistance = reach;
  for (let dy = -1; dy <= 1; dy++) {
    for (let dx = -1; dx <= 1; dx++) {
      for (const group of anchors.get((cy + dy) * across + cx + dx) ?? []) {
        const anchor = group[0] ?? 0;
        const distance = Math.hypot((store.x[anchor] ?? 0) - x, (store.y[anchor] ?? 0) - y);
        if (distance < bestDistance) {
          bestDistance = distance;
          best = group;
        }
      }
    }
  }
  return best;
}

/** Joins bubbles with whatever they cover; null when nothing touches any more. */
function joinNodes(nodes: readonly Bubble[]): number[][] | null {
  const grid = 64;
  const cells = new Map<string, number[]>();
  const cellOf = (n: Bubble): [number, number] => [Math.floor(n.x / grid), Math.floor(n.y / grid)];
  nodes.forEach((node, i) => {
    const key = cellOf(node).join();
    const list = cells.get(key);
    if (list) list.push(i);
    else cells.set(key, [i]);
  });
  const owner = nodes.map((_, i) => i);
  const rootOf = (i: number): number => {
    let at = i;
    while (owner[at] !== at) at = owner[at] ?? at;
    return at;
  };
  let changed = false;
  nodes.forEach((node, i) => {
    if (node.count === 1) return;
    const [cx, cy] = cellOf(node);
    for (let dy = -1; dy <= 1; dy++) {
      for (let dx = -1; dx <= 1; dx++) {
        for (const j of cells.get(`${cx + dx},${cy + dy}`) ?? []) {
          const other = nodes[j];
          if (!other || j === i || Math.hypot(other.x - node.x, other.y - node.y) >= node.radius + other.radius - 3)
            continue;
          const [a, b] = [rootOf(i), rootOf(j)];
          if (a === b) continue;
          owner[Math.max(a, b)] = Math.min(a, b);
          changed = true;
        }
      }
    }
  });
  if (!changed) return null;
  const merged = new Map<number, number[]>();
  nodes.forEach((node, i) => {
    const root = rootOf(i);
    merged.set(root, [...(merged.get(root) ?? []), ...node.members]);
  });
  return [...merged.values()];
}

/** Middle, size and shares of a group. */
function nodeOf(store: VehicleStore, view: LayoutView, scale: number, members: number[]): Bubble {
  let x = 0;
  let y = 0;
  const shares = new Array<number>(shareOrder.length).fill(0);
  for (const i of members) {
    x += store.x[i] ?? 0;
    y += store.y[i] ?? 0;
    const share = store.share[i] ?? 0;
    shares[share] = (shares[share] ?? 0) + 1;
  }
  const count = members.length;
  return {
    x: (x / count - view.x0) * scale,
    y: (y / count - view.y0) * scale,
    radius: count === 1 ? symbolRadius : bubbleRadius(count),
    count,
    shares,
    members,
  };
}
