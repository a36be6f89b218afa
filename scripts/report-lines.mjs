import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { listSources, root } from './lib.mjs';

/** Most lines of a plain report: its declaration, its `rows()` and its test of worked examples together. */
export const mostLines = 150;

/** Plain reports that are longer, why, and how long they are at most: they may become shorter, not longer. */
export const longer = {
  'cold-chain/tem-hum': {
    most: 314,
    why: 'its test works out what all reports of readings take from their kit, and a month of twenty vehicles',
  },
  'customized/operation-log': { most: 363, why: 'names the thing of each of fifty tables, a line each' },
  'door/switch-lock': { most: 193, why: 'pairs what a lock was told with what the door did, from three tables' },
  'driving/daily': { most: 270, why: 'twenty-eight figures of a day, each reckoned by hand in the test' },
  'driving/daily-summary': { most: 340, why: 'six measures with a column a day, each with totals of its own' },
  'driving/oil-dynamics': {
    most: 355,
    why: 'rows, sums and curves of every tank from single readings; its test is that of 异常油耗 as well',
  },
  'driving/refuel': {
    most: 508,
    why: 'what the sensors found beside what was paid for; its test goes through the bills too',
  },
  'recorder/battery': {
    most: 258,
    why: 'finds changes and jumps of the charge by rules of its own, and draws its own curves',
  },
};

const declared = 'packages/contract/src/reports';
const served = 'apps/server/src/reports';

/**
 * The plain reports below `folder`, `{ name, lines }`: those that are one declaration, one file of the server and one test, and that only show. A report with acts (`actions`
 * that may write) or several reports in one declaration are pages of work and as long as what is done there; acts that lie in files of their own are not counted. The file of
 * the server is the one that serves the report; its test lies beside that, under its name or, where none does, as one that asks the report.
 */
export function plainReports(folder, names) {
  const read = (path) => readFileSync(join(folder, path), 'utf8');
  const sources = readdirSync(join(folder, served), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => ({ path: `${served}/${name}`, text: read(`${served}/${name}`) }));
  const programs = sources.filter(({ path }) => !path.endsWith('.test.ts'));
  const tests = sources.filter(({ path }) => path.endsWith('.test.ts'));
  return names.flatMap((name) => {
    const declaration = read(`${declared}/${name}.ts`);
    const [report, ...more] = [...declaration.matchAll(/^export const (\w+) = report\(\{$/gmu)].map(([, one]) => one);
    if (!report || more.length > 0) return [];
    if (/\bvisit: '(?:write|acting)'|importCalls\(|shareCalls\(/u.test(declaration)) return [];
    const server = programs.find(({ text }) =>
      [...text.matchAll(/\bserve\(\s*(\w+)/gu)].some(([, one]) => one === report),
    );
    if (!server) return [];
    const own = tests.filter(({ path }) => path === server.path.replace(/\.ts$/u, '.test.ts'));
    const asked = `${declaration.match(/ base: '[\w/-]*\/([\w-]+)'/u)?.[1]}/`;
    const asking = tests.filter(({ path, text }) => dirname(path) === dirname(server.path) && text.includes(asked));
    const texts = [declaration, server.text, ...(own.length > 0 ? own : asking).map(({ text }) => text)];
    return [{ name, lines: texts.reduce((sum, text) => sum + text.split('\n').length - 1, 0) }];
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
