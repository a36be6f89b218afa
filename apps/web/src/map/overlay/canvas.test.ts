import { tilePx } from '@tongda/geo/mercator';
import { describe, expect, it } from 'vitest';
import { slideBetween } from './canvas';

const view = { x0: 0.8, y0: 0.4, zoom: 6, width: 1600, height: 900 };
const px = 1 / (tilePx * 2 ** view.zoom);

describe('slideTo', () => {
  it('moves the picture against the corner of the view', () => {
    const [x, y] = slideBetween(view, { ...view, x0: view.x0 + 30 * px, y0: view.y0 - 12 * px }) ?? [];
    expect(x).toBeCloseTo(-30, 6);
    expect(y).toBeCloseTo(12, 6);
  });
  it('stands still when nothing moved', () => {
    expect(slideBetween(view, { ...view })).toEqual([0, 0]);
  });
  it('wants a new picture for the first view, another zoom and another size', () => {
    expect(slideBetween(null, view)).toBeNull();
    expect(slideBetween(view, { ...view, zoom: 6.01 })).toBeNull();
    expect(slideBetween(view, { ...view, width: 1500 })).toBeNull();
  });
  it('wants a new picture once a quarter of the screen would be bare', () => {
    expect(slideBetween(view, { ...view, x0: view.x0 + 401 * px })).toBeNull();
    expect(slideBetween(view, { ...view, y0: view.y0 + 226 * px })).toBeNull();
    expect(slideBetween(view, { ...view, x0: view.x0 + 399 * px })).not.toBeNull();
  });
});
