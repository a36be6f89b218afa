import { mercatorX, mercatorY, tilePx } from '@tongda/geo/mercator';
import { expect, it } from 'vitest';
import { clusterPins } from './cluster';
import type { LayoutView } from './vehicle-layout';

const at = (zoom: number, width = 1000, height = 700): LayoutView => {
  const half = (n: number) => n / 2 / (tilePx * 2 ** zoom);
  return { zoom, width, height, x0: mercatorX(121.47) - half(width), y0: mercatorY(31.23) - half(height) };
};
const pins = [
  { lng: 121.47, lat: 31.23 },
  { lng: 121.471, lat: 31.231 },
  { lng: 121.6, lat: 31.3 },
  { lng: 113.26, lat: 23.13 },
];
const sizes = (zoom: number): number[][] => clusterPins(pins, at(zoom)).map(({ members }) => members);

it('puts pins together that would cover each other, and takes them apart when the map comes nearer', () => {
  expect(sizes(4)).toEqual([[0, 1, 2], [3]]);
  expect(sizes(9)[0]).toEqual([0, 1]);
  // Guangzhou is out of sight by then
  expect(sizes(11).flat()).not.toContain(3);
  expect(sizes(15.5)).toEqual([[0], [1]]);
});

it('stands in the middle of its members, and stays together while the map is dragged', () => {
  const view = at(9);
  const [both] = clusterPins(pins, view);
  expect(both?.x).toBeCloseTo(500.2, 0);
  const dragged = { ...view, x0: view.x0 + 0.0003 };
  expect(clusterPins(pins, dragged)[0]?.members).toEqual(both?.members);
});
