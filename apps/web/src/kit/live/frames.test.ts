import { encodeFrame } from '@tongda/contract/core/live';
import { expect, test } from 'vitest';
import { createFrameParser } from './frames';

const bytes = (text: string): ArrayBuffer => new Uint8Array(new TextEncoder().encode(text)).buffer;

test('a ping has no payload', () => {
  expect(createFrameParser()('@#%00200000000')).toEqual([{ type: '002', payload: '' }]);
});

test('length counts bytes: 5 of hello, 3 a Chinese character', () => {
  const parse = createFrameParser();
  expect(parse('@#%10000000050hello')).toEqual([{ type: '100', payload: 'hello' }]);
  expect(encodeFrame('130', '超温')).toBe('@#%13000000060超温');
  expect(parse(encodeFrame('130', '超温'))).toEqual([{ type: '130', payload: '超温' }]);
});

test('a truncated frame waits for the rest, wherever it is cut', () => {
  const whole = new Uint8Array(bytes(`${encodeFrame('100', '{"车":1}')}${encodeFrame('003', '')}`));
  for (let at = 0; at <= whole.length; at++) {
    const parse = createFrameParser();
    const frames = [...parse(whole.slice(0, at).buffer), ...parse(whole.slice(at).buffer)];
    expect(frames.map(({ type }) => type)).toEqual(['100', '003']);
    expect(frames[0]?.payload).toBe('{"车":1}');
  }
});

test('after garbage the next marker starts anew', () => {
  const parse = createFrameParser();
  expect(parse('xx@#%1x00000050hello@#@#%00200000000')).toEqual([{ type: '002', payload: '' }]);
  expect(parse('garbage@#')).toEqual([]);
  expect(parse('%00300000000')).toEqual([{ type: '003', payload: '' }]);
});

test('fragments join, even when a character is cut in two', () => {
  const parse = createFrameParser();
  const [first, second] = [bytes('超').slice(0, 1), bytes('超').slice(1)];
  const head = (flag: number, length: number) => bytes(`@#%100000000${length}${flag}`);
  expect(parse(head(1, 1))).toEqual([]);
  expect(parse(first)).toEqual([]);
  expect([...parse(head(0, 2)), ...parse(second)]).toEqual([{ type: '100', payload: '超' }]);
});
