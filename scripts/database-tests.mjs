import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The file through which every test reaches the PostgreSQL of the run. */
const databaseKit = 'apps/server/test/test-db.ts';
/** Folders whose files may import it; dependency-cruiser keeps all others away from the server. */
const folders = ['apps/server/src', 'apps/server/test', 'apps/simulator/src'];

/** Matches relative imports, `from './x'` and `import('./x')`, but not type imports, which load nothing. */
const imports = /(?:^|\n)\s*(?:import|export)(?!\s+type\b)[^'"`;]*?['"](\.[^'"]+)['"]|import\(\s*['"](\.[^'"]+)['"]/gu;

/**
 * Test files below `root` that need the PostgreSQL of the run, sorted, as paths from `root`. These are the files that import the database kit, directly or
 * through other files. So there is no list to maintain: a test that begins to need the database is found by its imports.
 */
export function findDatabaseTests(root) {
  const sources = new Set(folders.flatMap((folder) => sourcesOf(root, folder)));
  const importersOf = new Map();
  for (const file of sources) {
    for (const [, fromClause, call] of readFileSync(join(root, file), 'utf8').matchAll(imports)) {
      const path = join(dirname(file), fromClause ?? call);
      const target = [path, `${path}.ts`, `${path}.tsx`].find((name) => sources.has(name));
      if (target) importersOf.set(target, [...(importersOf.get(target) ?? []), file]);
    }
  }
  const reached = new Set([databaseKit]);
  // a set visits what is added while it is walked
  for (const file of reached) for (const importer of importersOf.get(file) ?? []) reached.add(importer);
  return [...reached].filter((file) => /\.test\.tsx?$/u.test(file)).sort();
}

/** TypeScript files of a folder, as paths from `root`. */
function sourcesOf(root, folder) {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { recursive: true })
    .filter((name) => /\.tsx?$/u.test(name))
    .map((name) => join(folder, name));
}
