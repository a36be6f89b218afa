import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { listSources, root } from './lib.mjs';

/** Most lines of a plain report: its declaration, its `rows()` and its test of worked examples together. */
export const mostLines = 150;

/** Plain reports that are longer, why, and how long they are at most: they may become shorter, not longer. */
export const longer = {
  'cold-chain/tem-hum': { most: 229, why: 'its test works out what all reports of readings take from their kit' },
  'customized/operation-log': { most: 400, why: 'names the thing of each of fifty tables, a line each' },
  'door/switch-lock': { most: 193, why: 'pairs what a lock was told with what the door did, from three tables' },
  'driving/daily': { most: 270, why: 'twenty-eight figures of a day, each reckoned by hand in the test' },
  'driving/daily-summary': { most: 336, why: 'six measures with a column a day, each with totals of its own' },
  'recorder/battery': {
    most: 260,
    why: 'finds changes and jumps of the charge by rules of its own, and draws its own curves',
  },
};

const declared = 'packages/contract/src/reports';
const served = 'apps/server/src/reports';

/**
 * The plain reports below `folder`, `{ name, lines }`: those that are one declaration, one file of the server and one test, all of the same name, and that only show. A report with acts (`actions`
 * that may write) or several reports in one declaration are pages of work and as long as what is done there.
 */
export function plainReports(folder, names) {
  const read = (path) => readFileSync(join(folder, path), 'utf8');
  return names.flatMap((name) => {
    const files = [`${declared}/${name}.ts`, `${served}/${name}.ts`, `${served}/${name}.test.ts`];
    if (!files.every((file) => existsSync(join(folder, file)))) return [];
    const [declaration = '', ...others] = files.map(read);
    const reports = declaration.match(/^export const \w+ = report\(\{$/gmu)?.length ?? 0;
    if (reports !== 1 || /\bvisit: '(?:write|acting)'|importCalls\(|shareCalls\(/u.test(declaration)) return [];
    return [{ name, lines: [declaration, ...others].reduce((sum, text) => sum + text.split('\n').length - 1, 0) }];
  });
}

/** What is wrong with the lengths of reports, a sentence each. */
export function findFaults(reports, exceptions = longer) {
  const known = new Set(reports.map(({ name }) => name));
  return [
    ...reports.flatMap(({ name, lines }) => {
      const most = exceptions[name]?.most ?? mostLines;
      return lines > most
        ? [`${name}: ${lines} lines, at most ${most}; what other reports repeat belongs to the kits`]
        : [];
    }),
    ...reports.flatMap(({ name, lines }) =>
      name in exceptions && lines <= mostLines ? [`${name}: ${lines} lines, no exception any more`] : [],
    ),
    ...Object.keys(exceptions).flatMap((name) => (known.has(name) ? [] : [`${name} is no plain report`])),
  ];
}

/** The names of all declarations: `door/switch-lock`. */
export const reportNames = () =>
  listSources((path) => path.startsWith(`${declared}/`) && path.endsWith('.ts') && !path.endsWith('.test.ts')).map(
    (path) => path.slice(declared.length + 1, -'.ts'.length),
  );

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  for (const fault of findFaults(plainReports(root, reportNames()))) {
    process.exitCode = 1;
    console.error(fault);
  }
}
