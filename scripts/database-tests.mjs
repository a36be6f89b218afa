import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The file through which every test reaches the run's PostgreSQL. */
const databaseKit = 'apps/server/test/test-db.ts';
/** Where files lie that may import it: dependency-cruiser keeps the others away from the server. */
const folders = ['apps/server/src', 'apps/server/test', 'apps/simulator/src'];

/** `from './x'` and `import('./x')`; a type import is erased and loads nothing. */
const imports = /(?:^|\n)\s*(?:import|export)(?!\s+type\b)[^'"`;]*?['"](\.[^'"]+)['"]|import\(\s*['"](\.[^'"]+)['"]/gu;

/**
 * The test files below `root` that need the run's PostgreSQL, sorted, as paths from `root`: those that import the database kit, however many
 * files lie between. So nobody keeps a list, and a test that begins to need the database moves over by itself.
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
  // what is added here is visited too
  for (const file of reached) for (const importer of importersOf.get(file) ?? []) reached.add(importer);
  return [...reached].filter((file) => /\.test\.tsx?$/u.test(file)).sort();
}

function sourcesOf(root, folder) {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { recursive: true })
    .filter((name) => /\.tsx?$/u.test(name))
    .map((name) => join(folder, name));
}
