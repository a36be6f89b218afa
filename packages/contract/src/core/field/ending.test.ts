import { expect, it } from 'vitest';
import { withoutEnding } from './ending';

it('takes one character off the end, as often as it stands there', () => {
  expect(['', '/', 'a', 'a/', '/a//', 'a/b'].map((text) => withoutEnding(text, '/'))).toEqual([
    '',
    '',
    'a',
    'a',
    '/a',
    'a/b',
  ]);
});
