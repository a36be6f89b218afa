import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { PackedAnswers } from './packed';

const endpoint = { okCode: 200 } as const;
const answersOf = (bytes = 100_000) => new PackedAnswers<{ text: string }>(endpoint, bytes);

it('makes an answer once for the same key, also while it is being made', async () => {
  const answers = answersOf();
  let made = 0;
  const make = async () => ({ text: `第${++made}次` });
  const [first, second] = await Promise.all([answers.get('a', make), answers.get('a', make)]);
  expect(second).toBe(first);
  expect(await answers.get('a', make)).toBe(first);
  expect(await (await answers.get('b', make)).open()).toEqual({ text: '第2次' });
  expect(JSON.parse(gunzipSync(first.bytes).toString())).toEqual({ code: 200, msg: 'ok', data: { text: '第1次' } });
  expect(await first.open()).toEqual({ text: '第1次' });
});

it('keeps nothing of what failed, and nothing that it was told not to keep', async () => {
  const answers = new PackedAnswers<{ text: string }>(endpoint, 100_000, ({ text }) => text !== '');
  await expect(answers.get('a', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect(await (await answers.get('a', async () => ({ text: '' }))).open()).toEqual({ text: '' });
  expect(await (await answers.get('a', async () => ({ text: '有' }))).open()).toEqual({ text: '有' });
});

it('keeps as much as its memory holds, the latest used', async () => {
  const answers = answersOf(1_000);
  // short texts take a few dozen bytes and 200 for their place
  const make = async () => ({ text: '短' });
  const first = await answers.get('0', make);
  for (const key of ['1', '2', '3', '4', '5']) await answers.get(key, make);
  expect(await answers.get('0', make)).not.toBe(first);
});
