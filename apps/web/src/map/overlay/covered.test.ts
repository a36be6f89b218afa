// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { coveredOf } from './covered';
import { placeLabels } from './label-layout';

const boxed = (element: HTMLElement, x: number, y: number, width: number, height: number): HTMLElement => {
  element.getBoundingClientRect = () => new DOMRect(x, y, width, height);
  return element;
};

test('a label goes to the other side of its place where the scale of the map would lie over it', () => {
  const view = document.createElement('div');
  const ground = boxed(document.createElement('div'), 100, 50, 400, 300);
  const controls = boxed(document.createElement('div'), 300, 310, 188, 28);
  controls.dataset.mapPanel = '';
  view.append(ground, controls);
  const covered = coveredOf({ getContainer: () => ground });
  expect(covered).toEqual([{ x: 200, y: 260, width: 188, height: 28 }]);
  const wish = { key: 1, x: 190, y: 270, width: 60, height: 14, gap: 5, must: false };
  expect(placeLabels([wish], [])[0]?.side).toBe(0);
  expect(placeLabels([wish], covered)[0]?.side).toBe(1);
});

test('the legend of a page, which stands beside the view, is kept free as well', () => {
  const [page, view] = [document.createElement('div'), document.createElement('div')];
  const ground = boxed(document.createElement('div'), 100, 50, 400, 300);
  const legend = boxed(document.createElement('div'), 110, 300, 200, 40);
  legend.dataset.mapPanel = '';
  view.append(ground);
  page.append(view, legend);
  expect(coveredOf({ getContainer: () => ground })).toEqual([{ x: 10, y: 250, width: 200, height: 40 }]);
});
