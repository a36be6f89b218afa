import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { findDatabaseTests } from './database-tests.mjs';

let root = '';
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** A repository of made-up files. */
function tree(files: Record<string, string>): string {
  root = mkdtempSync(join(tmpdir(), 'tongda-database-tests-'));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  return root;
}

it('finds tests that reach the database directly, through a kit, or later', () => {
  const found = findDatabaseTests(
    tree({
      'apps/server/test/test-db.ts': 'export const testDb = 1;',
      'apps/server/test/test-app.ts': "import {\n  type TestDb,\n  testDb,\n} from './test-db';",
      'apps/server/src/modules/a/kit.ts': "export * from '../../../test/test-app';",
      'apps/server/src/modules/a/a.test.ts': "import { x } from './kit';",
      'apps/server/src/b.test.ts': "const later = await import('../test/test-app');",
      'apps/server/src/types-only.test.ts': "import type { TestDb } from '../test/test-db';",
      'apps/server/src/pure.test.ts': "import { y } from './other';",
      'apps/server/src/other.ts': "import { readFileSync } from 'node:fs';",
    }),
  );
  expect(found).toEqual(['apps/server/src/b.test.ts', 'apps/server/src/modules/a/a.test.ts']);
});

it('knows the tests of this repository', () => {
  const found = findDatabaseTests(join(import.meta.dirname, '..'));
  expect(found).toContain('apps/server/test/every-call/row-level-security.test.ts');
  expect(found).not.toContain('apps/server/test/crash/database.test.ts');
});
