import { expect, it } from 'vitest';
import { longFunctions } from './long-functions.mjs';

it('counts the lines that a reader sees, those within JSX text and SQL too', () => {
  const page = 'function Page() {\n  return (\n    <p>\n      one\n      two\n    </p>\n  );\n}\n';
  const statement = 'const rows = async () => sql`select\n  a,\n  b\n  from c`;\n';
  expect(longFunctions(page + statement, 'a.tsx', 7)).toEqual([{ name: 'Page', line: 1, lines: 8 }]);
  expect(longFunctions(page + statement, 'a.tsx', 3)).toEqual([
    { name: 'Page', line: 1, lines: 8 },
    { name: 'rows', line: 9, lines: 4 },
  ]);
  expect(longFunctions(page + statement, 'a.tsx', 8)).toEqual([]);
});
