import { describe, expect, it } from 'vitest';
import { type LabelWish, placeLabels, type Rect, rectsOverlap } from './label-layout';

const wish = (key: number, x: number, y: number, must = false): LabelWish => ({
  key,
  x,
  y,
  width: 60,
  height: 16,
  gap: 10,
  must,
});

describe('placeLabels', () => {
  it('prefers the right, then left, below, above', () => {
    const block = (x: number, y: number): Rect => ({ x, y, width: 10, height: 10 });
    const sideWith = (...obstacles: Rect[]) => placeLabels([wish(1, 200, 200)], obstacles)[0]?.side;
    const right = block(230, 195);
    const left = block(150, 195);
    const below = block(195, 215);
    const above = block(195, 180);
    expect(sideWith()).toBe(0);
    expect(sideWith(right)).toBe(1);
    expect(sideWith(right, left)).toBe(2);
    expect(sideWith(right, left, below)).toBe(3);
    expect(sideWith(right, left, below, above)).toBeUndefined();
  });

  it('keeps a label that must be seen even without room', () => {
    const wall = { x: 0, y: 0, width: 500, height: 500 };
    expect(placeLabels([wish(1, 200, 200)], [wall])).toEqual([]);
    expect(placeLabels([wish(1, 200, 200, true)], [wall])).toMatchObject([{ key: 1, side: 0 }]);
  });

  it('gives way to the more important label and never covers another', () => {
    const wishes = Array.from({ length: 200 }, (_, i) => wish(i, 40 + ((i * 37) % 700), 40 + ((i * 53) % 400)));
    const placed = placeLabels(wishes, []);
    expect(placed[0]?.key).toBe(0);
    expect(placed.flatMap((a, i) => placed.slice(i + 1).filter((b) => rectsOverlap(a, b)))).toEqual([]);
    expect(placed.length).toBeGreaterThan(60);
  });

  it('is not cut at the edge of the map: it goes to a side that is whole, also when it covers something', () => {
    const frame = { width: 400, height: 300 };
    const at = (x: number, y: number, must = false, obstacles: Rect[] = []) =>
      placeLabels([wish(1, x, y, must)], obstacles, undefined, [], frame)[0]?.side;
    expect([at(200, 150), at(360, 150), at(20, 150), at(390, 150)]).toEqual([0, 1, 0, 1]);
    const wall = { x: 0, y: 0, width: 400, height: 300 };
    expect([at(390, 150, false, [wall]), at(390, 150, true, [wall])]).toEqual([undefined, 1]);
  });

  it('that must be seen covers symbols before it goes under a panel', () => {
    const card = { x: 215, y: 0, width: 300, height: 400 };
    const symbols = [150, 195].flatMap((x) => [185, 215].map((y) => ({ x, y: y - 5, width: 10, height: 10 })));
    const left = { x: 130, y: 190, width: 60, height: 20 };
    const sideUnder = (lids: Rect[]) =>
      placeLabels([wish(1, 200, 200, true)], [card, left, ...symbols], undefined, [], undefined, lids)[0]?.side;
    expect([sideUnder([]), sideUnder([card])]).toEqual([0, 1]);
  });

  it('stays on its side while that is free', () => {
    expect(placeLabels([wish(1, 200, 200)], [], new Map([[1, 2 as const]]))[0]?.side).toBe(2);
  });

  it('covers a place name only where nothing else is free', () => {
    const name = { x: 215, y: 192, width: 30, height: 14 };
    expect(placeLabels([wish(1, 200, 200)], [], undefined, [name])[0]?.side).toBe(1);
    const walls = [
      { x: 100, y: 150, width: 90, height: 100 },
      { x: 190, y: 212, width: 200, height: 30 },
      { x: 190, y: 160, width: 200, height: 30 },
    ];
    expect(placeLabels([wish(1, 200, 200)], walls, undefined, [name])[0]?.side).toBe(0);
  });
});
