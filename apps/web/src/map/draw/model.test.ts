import { distanceM } from '@tongda/geo/distance';
import type { LngLat } from '@tongda/geo/types';
import { describe, expect, it } from 'vitest';
import {
  addStep,
  type Drawn,
  dragHandle,
  firstStep,
  handlesOf,
  heldHandle,
  isComplete,
  measureShape,
  redoStep,
  shapeFault,
  shapeOfClicks,
  undoStep,
  withoutVertex,
} from './model';

const square: LngLat[] = [
  [121, 31],
  [121.1, 31],
  [121.1, 31.1],
  [121, 31.1],
];
const outline = shapeOfClicks('polygon', square, 200) as Drawn & { kind: 'polygon' };

describe('clicks become a ground', () => {
  it('takes the second click for the radius, in bounds and to the metre', () => {
    const circle = shapeOfClicks('circle', [square[0] as LngLat, [121.01, 31]], 0);
    expect(circle).toEqual({ kind: 'circle', lng: 121, lat: 31, radiusM: Math.round(distanceM(121, 31, 121.01, 31)) });
    expect(shapeOfClicks('circle', [square[0] as LngLat, [121.0001, 31]], 0)).toMatchObject({ radiusM: 50 });
    expect(shapeOfClicks('circle', [square[0] as LngLat, [125, 31]], 0)).toMatchObject({ radiusM: 50_000 });
  });
  it('orders the corners of a rectangle, and knows none without a width', () => {
    expect(shapeOfClicks('rect', [square[2] as LngLat, square[0] as LngLat], 0)).toEqual({
      kind: 'rect',
      west: 121,
      south: 31,
      east: 121.1,
      north: 31.1,
    });
    expect(shapeOfClicks('rect', [square[0] as LngLat, square[0] as LngLat], 0)).toBeNull();
  });
  it('waits for three corners of a polygon and two of a line', () => {
    expect(shapeOfClicks('polygon', square.slice(0, 2), 0)).toBeNull();
    expect(outline.points).toHaveLength(4);
    expect(shapeOfClicks('line', square.slice(0, 2), 300)).toMatchObject({ kind: 'line', halfWidthM: 300 });
    expect(isComplete('circle', 2)).toBe(true);
    expect(isComplete('polygon', 20)).toBe(false);
  });
});

describe('handles', () => {
  it('drags a radius, a corner, a vertex, and makes a vertex of a middle', () => {
    const circle: Drawn = { kind: 'circle', lng: 121, lat: 31, radiusM: 500 };
    const [centre, radius] = handlesOf(circle);
    if (!centre || !radius) throw new Error('a circle has two handles');
    expect(dragHandle(circle, radius, [121, 31.01])).toMatchObject({
      radiusM: Math.round(distanceM(121, 31, 121, 31.01)),
    });
    expect(dragHandle(circle, centre, [122, 32])).toEqual({ ...circle, lng: 122, lat: 32 });

    const rect = shapeOfClicks('rect', [square[0] as LngLat, square[2] as LngLat], 0) as Drawn;
    const corner = handlesOf(rect)[2];
    if (!corner) throw new Error('a rectangle has four corners');
    expect(dragHandle(rect, corner, [120.9, 30.9])).toMatchObject({ west: 120.9, south: 30.9, east: 121, north: 31 });

    const handles = handlesOf(outline);
    expect(handles.filter((h) => h.role === 'middle')).toHaveLength(4);
    expect(handlesOf(shapeOfClicks('line', square, 200) as Drawn).filter((h) => h.role === 'middle')).toHaveLength(3);
    const last = handles.find((h) => h.role === 'middle' && h.index === 3);
    if (!last) throw new Error('the closing edge has a middle');
    const bent = dragHandle(outline, last, [120.95, 31.05]) as typeof outline;
    expect(bent.points).toHaveLength(5);
    expect(bent.points[4]).toEqual([120.95, 31.05]);
    // what is dragged on is the vertex that it became
    const next = dragHandle(bent, heldHandle(last, [120.95, 31.05]), [120.9, 31.05]) as typeof outline;
    expect(next.points).toHaveLength(5);
    expect(next.points[4]).toEqual([120.9, 31.05]);
  });
  it('never takes a vertex that a ground needs', () => {
    const three = withoutVertex(outline, 0) as typeof outline;
    expect(three.points).toHaveLength(3);
    expect(withoutVertex(three, 0)).toBe(three);
  });
  it('moves the whole ground by its centre', () => {
    const rect: Drawn = { kind: 'rect', west: 1, south: 2, east: 3, north: 4 };
    const centre = (shape: Drawn) => {
      const found = handlesOf(shape).find((h) => h.role === 'centre');
      if (!found) throw new Error('no centre');
      return found;
    };
    expect(dragHandle(rect, centre(rect), [3, 4])).toEqual({ kind: 'rect', west: 2, south: 3, east: 4, north: 5 });
    const shifted = dragHandle(outline, centre(outline), [121.55, 31.05]) as typeof outline;
    expect(shifted.points.map(([lng]) => lng)).toEqual([121.5, 121.6, 121.6, 121.5]);
  });
});

it('says what is wrong and how large it is', () => {
  const bow = {
    ...outline,
    points: [outline.points[0], outline.points[2], outline.points[1], outline.points[3]] as [number, number][],
  };
  expect(shapeFault(bow)).toBe('多边形不能自相交');
  expect(shapeFault(outline)).toBeNull();
  expect(measureShape({ kind: 'circle', lng: 121, lat: 31, radiusM: 500 })).toBe('半径 500 m，面积 0.79 km²');
  expect(measureShape(outline)).toMatch(/^4 个顶点，面积 106 km²$/u);
  expect(
    measureShape({
      kind: 'line',
      points: [
        [121.38, 31.25],
        [120.63, 31.36],
      ],
      halfWidthM: 200,
    }),
  ).toBe('2 个点，长 72.3 km');
});

it('takes steps back and does them again, until something new is done', () => {
  let steps = addStep(addStep(firstStep(1), 2), 3);
  steps = undoStep(undoStep(steps));
  expect(steps.now).toBe(1);
  expect(undoStep(steps)).toBe(steps);
  expect(redoStep(steps).now).toBe(2);
  expect(redoStep(addStep(steps, 9)).now).toBe(9);
});
