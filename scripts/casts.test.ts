import { expect, it } from 'vitest';
import { castsWithoutReason } from './casts.mjs';

it.each([
  ['a cast', 'const a = b as string;', [1]],
  ['two in a line', 'f(a as A, b as B);', [1, 1]],
  ['a cast by way of unknown once', 'const a = b as unknown as A;', [1]],
  ['a cast inside of a cast', 'const a = (b as B).c as unknown as A;', [1, 1]],
  ['no constants', "const a = ['x'] as const;", []],
  ['no names of imports', "import { a as b } from './c';\nexport { b as d };", []],
  ['no text', "const a = 'b as string'; // c as d", []],
  ['no cast with its reason before it', '// the driver answers nothing else\nconst a = b as A;', []],
  ['no cast with its reason beside it', 'const a = b as A; // the driver answers nothing else', []],
  ['a cast under mere documentation', '/** What b says. */\nconst a = b as A;', [2]],
  ['a cast whose comment is too far away', '// why\nconst c = 1;\nconst a = b as A;', [3]],
])('finds %s', (_what, text, lines) => expect(castsWithoutReason(text)).toEqual(lines));
