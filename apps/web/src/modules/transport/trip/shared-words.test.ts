import { expect, it } from 'vitest';
import { behindWords } from './shared-words';

it.each([
  [65, '比要求时间晚1小时5分'],
  [0, ''],
  // expected an hour before its time
  [-60, ''],
  [null, ''],
])('%s minutes behind the promise: %s', (delayMin, words) => expect(behindWords(delayMin)).toBe(words));
