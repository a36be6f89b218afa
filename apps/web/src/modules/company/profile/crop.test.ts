import { expect, test } from 'vitest';
import { dragCrop, keepInside, squareOf } from './crop';

const wide = { width: 400, height: 200, zoom: 1, x: 0.5, y: 0.5 };

test('the shorter side fills the square, in the middle at first', () => {
  expect(squareOf(keepInside(wide))).toEqual({ left: 100, top: 0, side: 200 });
});

test('the square never leaves the picture', () => {
  expect(squareOf(dragCrop(wide, 1000, 1000, 280))).toEqual({ left: 0, top: 0, side: 200 });
  expect(squareOf(dragCrop(wide, -1000, -1000, 280))).toEqual({ left: 200, top: 0, side: 200 });
});

test('a drag moves by what is seen, also when enlarged', () => {
  const near = keepInside({ ...wide, zoom: 2 });
  expect(squareOf(near)).toEqual({ left: 150, top: 50, side: 100 });
  expect(squareOf(dragCrop(near, 28, 0, 280)).left).toBeCloseTo(140);
  expect(keepInside({ ...wide, zoom: 9 }).zoom).toBe(4);
  expect(keepInside({ ...wide, zoom: 0.2 }).zoom).toBe(1);
});
