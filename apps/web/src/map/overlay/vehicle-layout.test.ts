import { motionState } from '@tongda/contract/core/live';
import { latOfY, lngOfX, mercatorX, mercatorY, tilePx } from '@tongda/geo/mercator';
import { describe, expect, it } from 'vitest';
import { hitTest } from './vehicle-hit';
import { bubbleRadius, type LayoutView, layoutVehicles, maxSymbols, overlapPx } from './vehicle-layout';
import { type MapVehicle, shareOrder, VehicleStore } from './vehicle-store';

const zoom = 8;
const scale = tilePx * 2 ** zoom;
const view: LayoutView = { x0: mercatorX(120), y0: mercatorY(32), zoom, width: 1600, height: 900 };

/** A vehicle at a pixel of the view. */
const at = (id: string, x: number, y: number, more: Partial<MapVehicle> = {}): MapVehicle => ({
  id,
  lng: lngOfX(view.x0 + x / scale),
  lat: latOfY(view.y0 + y / scale),
  headingDeg: 0,
  state: motionState.moving,
  alarm: false,
  label: id,
  ...more,
});

describe('layoutVehicles', () => {
  it('puts a vehicle on its pixel and leaves out what is not in view', () => {
    const store = new VehicleStore([at('a', 100, 200), at('b', 1700, 200), at('c', 10, -60)]);
    const { symbols, bubbles } = layoutVehicles(store, view);
    expect(bubbles).toEqual([]);
    expect(symbols).toHaveLength(1);
    expect(symbols[0]?.x).toBeCloseTo(100, 3);
    expect(symbols[0]?.y).toBeCloseTo(200, 3);
  });

  it('joins symbols that cover each other and counts their states, alarms first', () => {
    const store = new VehicleStore([
      at('a', 100, 200),
      at('b', 104, 203, { alarm: true }),
      at('c', 98, 199, { state: motionState.parked }),
      at('d', 100 + 3 * overlapPx, 200),
    ]);
    const { symbols, bubbles } = layoutVehicles(store, view);
    expect(symbols.map((s) => store.vehicles[s.index]?.id)).toEqual(['d']);
    expect(bubbles).toHaveLength(1);
    expect(bubbles[0]).toMatchObject({ count: 3, radius: 14, members: [0, 1, 2] });
    expect(bubbles[0]?.shares[0]).toBe(1);
    expect(bubbles[0]?.shares[shareOrder.indexOf(motionState.moving)]).toBe(1);
    expect(bubbles[0]?.shares[shareOrder.indexOf(motionState.parked)]).toBe(1);
    expect(bubbles[0]?.x).toBeCloseTo((100 + 104 + 98) / 3, 3);
  });

  it('takes in a symbol that the bubble would cover', () => {
    // 20 px away: two symbols would both be seen, but the bubble of radius 14 reaches over the second
    const store = new VehicleStore([at('a', 100, 200), at('b', 101, 200), at('c', 120, 200)]);
    expect(layoutVehicles(store, view).bubbles.map((b) => b.count)).toEqual([3]);
  });

  it('never hides the selected vehicle in a bubble', () => {
    const store = new VehicleStore([at('a', 100, 200), at('b', 101, 200), at('c', 102, 200)]);
    const { symbols, bubbles } = layoutVehicles(store, view, 1);
    expect(symbols.map((s) => s.index)).toEqual([1]);
    expect(bubbles.map((b) => b.members)).toEqual([[0, 2]]);
  });

  it('does not depend on where the screen stands', () => {
    const vehicles = Array.from({ length: 300 }, (_, i) => at(String(i), (i * 97) % 1500, (i * 61) % 850));
    const store = new VehicleStore(vehicles);
    const groups = (v: LayoutView) =>
      layoutVehicles(store, v)
        .bubbles.map((b) => [...b.members].sort((a, c) => a - c).join())
        .sort();
    expect(groups({ ...view, x0: view.x0 - 7.3 / scale, y0: view.y0 - 3.1 / scale, width: 1620, height: 920 })).toEqual(
      groups(view),
    );
  });

  it('draws a grid of bubbles that hold every vehicle once when there are too many', () => {
    const vehicles = Array.from({ length: maxSymbols + 500 }, (_, i) =>
      at(String(i), (i * 97.13) % 1600, (i * 61.7) % 900),
    );
    const { symbols, bubbles } = layoutVehicles(new VehicleStore(vehicles), view);
    const all = [...symbols.map((s) => s.index), ...bubbles.flatMap((b) => b.members)].sort((a, b) => a - b);
    expect(all).toEqual(vehicles.map((_, i) => i));
    expect(bubbles.length).toBeLessThan(500);
    const room = bubbles.flatMap((a, i) =>
      bubbles.slice(i + 1).map((b) => Math.hypot(a.x - b.x, a.y - b.y) - a.radius - b.radius),
    );
    expect(Math.min(...room)).toBeGreaterThan(-1);
  });

  it('grows bubbles with their count', () => {
    expect([2, 9, 10, 99, 100, 1000].map(bubbleRadius)).toEqual([14, 14, 17, 17, 20, 24]);
  });
});

describe('VehicleStore', () => {
  it('shifts positions for a GCJ-02 base map, inside the mainland only', () => {
    const [beijing, tokyo] = [
      { lng: 116.39, lat: 39.9 },
      { lng: 139.77, lat: 35.68 },
    ];
    const vehicles = [beijing, tokyo].map((p, i) => ({ ...at(String(i), 0, 0), ...p }));
    const wgs = new VehicleStore(vehicles);
    const gcj = new VehicleStore(vehicles, 'gcj02');
    expect(Math.abs((gcj.x[0] ?? 0) - (wgs.x[0] ?? 0)) * 360).toBeGreaterThan(0.004);
    expect(gcj.x[1]).toBe(wgs.x[1]);
    expect(wgs.indexOf('1')).toBe(1);
    expect(wgs.indexOf('x')).toBe(-1);
    expect(wgs.indexOf(null)).toBe(-1);
  });
});

describe('hitTest', () => {
  const layout = {
    symbols: [
      { index: 0, x: 100, y: 100 },
      { index: 1, x: 120, y: 100 },
      { index: 2, x: 122, y: 101 },
    ],
    bubbles: [{ x: 300, y: 300, radius: 17, count: 2, shares: [], members: [4, 5] }],
  };
  const labels = [{ key: 0, side: 0 as const, x: 112, y: 140, width: 60, height: 16 }];
  it('finds the nearest symbol', () => expect(hitTest(layout, labels, 103, 98)).toEqual({ kind: 'vehicle', index: 0 }));
  it('answers all that cover each other', () =>
    expect(hitTest(layout, labels, 124, 100)).toEqual({ kind: 'overlap', members: [2, 1] }));
  it('finds bubbles and labels', () => {
    expect(hitTest(layout, labels, 310, 305)).toMatchObject({ kind: 'bubble', bubble: { count: 2 } });
    expect(hitTest(layout, labels, 150, 148)).toEqual({ kind: 'vehicle', index: 0 });
  });
  it('finds nothing on the bare map', () => expect(hitTest(layout, labels, 500, 500)).toBeNull());
});
