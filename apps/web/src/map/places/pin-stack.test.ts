import { expect, it } from 'vitest';
import { stackPins, stackText } from './pin-stack';

const pin = (text?: string, more: { selected?: boolean } = {}) => ({ text, ...more });

it.each([
  [['2'], '2'],
  [['2', '3'], '2·3'],
  [['1', '4'], '1·4'],
  [['2', '3', '4', '5'], '2–5'],
  [['1', '3', '5', '7', '9'], '1·3·5·…'],
])('numbers %j are %s', (numbers, text) => expect(stackText(numbers)).toBe(text));

it('stops at one point have one head, others and pins without number their own', () => {
  const pins = [pin('1'), pin('2'), pin('3'), pin(), pin('2')];
  const spots = [
    [0, 0],
    [100, 100],
    [104, 103],
    [100, 100],
    [130, 100],
  ] as const;
  expect(stackPins(pins, spots)).toEqual([
    { top: 0, text: '1' },
    { top: 2, text: '2·3' },
    { top: 3, text: undefined },
    { top: 4, text: '2' },
  ]);
});

it('the selected one is on top; the same number of two legs is said once', () => {
  expect(
    stackPins(
      [pin('1', { selected: true }), pin('1'), pin('2')],
      [
        [0, 0],
        [0, 0],
        [1, 1],
      ],
    ),
  ).toEqual([{ top: 0, text: '1·2' }]);
});
