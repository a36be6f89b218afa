import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

// What `npm test -- --changed` runs beside the tests that import what changed.

/** Folders of each part whose subfolders are modules (`<wing>/<module>`) or groups of reports. */
const parts = ['apps/web/src', 'apps/server/src', 'packages/contract/src'];
/** What stands in these folders is no part of a page: the terminals' side, demo data, tools. */
const withoutPages = /^apps\/server\/src\/(?:gateway|demo|ops)\//u;
/** What every browser test stands on: the demo company, the tables, how the pages are built. */
const everything =
  /^(?:apps\/server\/(?:migrations|src\/demo)\/|apps\/simulator\/src\/|apps\/web\/(?:index\.html|vite\.config|public\/)|package(?:-lock)?\.json$)/u;
/** Areas whose flows stand with those of the frame around all areas. */
const inShell = new Set(['backstage', 'settings', 'monitor']);
/** Neither tests nor documents are shown. */
const noPage = /\.(?:test\.tsx?|md)$/u;

/**
 * Test files that look at the repository's own files (CSS, names, migrations, documents), which no import shows: they run with every change, as they
 * take no time. Tests that make files of their own, and those that need PostgreSQL or processes, are found by their imports.
 */
export function readsTheRepository(file, text) {
  if (/^apps\/server\/test\/(?:crash|processes|simulated)\//u.test(file) || file.startsWith('bench/')) return false;
  return /\bread(?:File|dir)Sync\(/u.test(text) && !/\b(?:mkdtemp|scratchFolder|startEmbeddedPg)/u.test(text);
}

/**
 * The browser specs that a change of `files` (paths from the repository's root) reaches. `owners` says for a module or group (`transport/waybill`,
 * `reports/driving`) which screens it has and in which areas; `specs` are all spec files. Answers the specs to run, and of `screens.spec.ts` the
 * screens: their keys, or null for all of them.
 */
export function browserTests(files, owners, specs) {
  const run = new Set();
  const screens = new Set();
  let all = false;
  for (const file of files) {
    if (noPage.test(file)) continue;
    if (file.startsWith('e2e/')) {
      // what is no spec is used by those beside it, or (fixtures) by all of them
      const folder = file.startsWith('e2e/fixtures/') ? 'e2e/' : `${dirname(file)}/`;
      for (const spec of specs)
        if (spec === file || (!file.endsWith('.spec.ts') && spec.startsWith(folder))) run.add(spec);
      continue;
    }
    if (everything.test(file)) {
      all = true;
      for (const spec of specs) run.add(spec);
      continue;
    }
    const part = parts.find((one) => file.startsWith(`${one}/`));
    if (!part || withoutPages.test(file)) continue;
    const own = ownersOf(file.slice(part.length + 1), owners);
    if (own === null) all = true;
    for (const { keys, areas } of own ?? []) {
      for (const key of keys) screens.add(key);
      for (const spec of specs)
        if (areas.some((area) => spec.startsWith(`e2e/${inShell.has(area) ? 'shell' : area}/`))) run.add(spec);
    }
  }
  const listed = specs.filter((spec) => spec.startsWith('e2e/screens/'));
  // what all screens have is the frame's too
  if (all) for (const spec of specs) if (listed.includes(spec) || spec.startsWith('e2e/shell/')) run.add(spec);
  const isListed = listed.some((spec) => run.has(spec));
  if (screens.size > 0) run.add('e2e/screens/screens.spec.ts');
  return { specs: [...run].sort(), screens: all || isListed ? null : [...screens].sort() };
}

/** The modules or groups whose screens show what stands in `path`; null: nobody's alone (kit, theme, shell, core), so everybody's. */
function ownersOf(path, owners) {
  const [wing, module] = path.replace(/^modules\//u, '').split('/');
  const own = owners[`${wing}/${module}`];
  if (own) return [own];
  // a module that has no screens lends its parts to the wing, those of base to everybody
  if (wing === 'base' || (wing === 'reports' && module === 'kit')) return null;
  const found = Object.entries(owners).filter(([name]) => name.startsWith(`${wing}/`));
  return found.length > 0 ? found.map(([, owner]) => owner) : null;
}

/** Which screens every module and group of reports declares (`screens.ts`) and mounts (`pages.ts`), and in which areas. */
export function screenOwners(root) {
  const declared = read(root, 'packages/contract/src', 'screens.ts').filter(({ name }) => name.includes('/'));
  const mounted = read(root, 'apps/web/src/modules', 'pages.ts');
  return Object.fromEntries(
    declared.map(({ name, keys, areas }) => {
      const here = mounted.find((one) => one.name === name);
      return [name, { keys: [...new Set([...keys, ...(here?.keys ?? [])])], areas }];
    }),
  );
}

/** The files of a name below `folder`: whose they are, the screens that they list, and the areas that they name. */
function read(root, folder, file) {
  return readdirSync(join(root, folder), { recursive: true })
    .filter((path) => path.endsWith(`/${file}`))
    .map((path) => {
      const text = readFileSync(join(root, folder, path), 'utf8');
      const [, entries = ''] = /(?:Screens|Pages) = \{([\s\S]*?)^\}/mu.exec(text) ?? [];
      const all = (of, pattern) => [...new Set([...of.matchAll(pattern)].map(([, found]) => found))];
      return {
        name: dirname(path),
        keys: all(entries, /^ {2}(\w+):/gmu),
        areas: all(text, /screensOf\('(\w+)'/gu),
      };
    });
}
