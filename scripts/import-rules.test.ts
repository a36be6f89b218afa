import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** The import rules are tried on a small made-up repository: each forbidden import below must be reported by its rule, and no allowed one by any. */
const root = join(import.meta.dirname, '..');
const server = 'apps/server/src';
const web = 'apps/web/src';
const contract = 'packages/contract/src';

/** The wings from the lowest to the highest, as .dependency-cruiser.cjs has them. */
const wings = ['base', 'company', 'trade', 'watch', 'ground', 'resources', 'rules', 'transport', 'backstage'];

/** [file, what it imports, the rule that must report it] */
const forbidden: Array<[string, string, string]> = [
  ['packages/contract/src/a.ts', '@tongda/geo/x', 'contract-is-a-leaf'],
  ['packages/contract/src/b.ts', 'fastify', 'contract-knows-zod-only'],
  ['packages/geo/src/a.ts', '@tongda/protocol/x', 'geo-is-a-leaf'],
  ['packages/geo/src/b.ts', 'fastify', 'geo-knows-gcoord-only'],
  ['packages/protocol/src/a.ts', '@tongda/geo/x', 'protocol-is-a-leaf'],
  ['packages/protocol/src/b.ts', 'fastify', 'protocol-is-a-leaf'],
  ['packages/protocol/src/c.ts', 'node:net', 'protocol-does-no-io'],
  [`${web}/kit/a.ts`, '@tongda/protocol/x', 'web-stays-in-the-browser'],
  [`${web}/kit/b.ts`, '../../../server/src/core/x', 'web-stays-in-the-browser'],
  [`${web}/kit/c.ts`, '../modules/resources/vehicle/x', 'web-kit-knows-no-module'],
  [`${web}/modules/resources/driver/a.ts`, '../vehicle/x', 'web-modules-by-door-only'],
  [`${web}/modules/resources/driver/b.ts`, '../../../areas/x', 'web-areas-on-top'],
  [`${server}/core/a.ts`, '../../../web/src/kit/x', 'server-never-web'],
  [`${server}/core/b.ts`, '../modules/resources/vehicle/door', 'core-knows-no-room'],
  [`${server}/core/c.ts`, '@tongda/protocol/x', 'only-the-gateway-speaks-protocol'],
  [`${server}/frames/a.ts`, '../gateway/x', 'frames-alone'],
  [`${server}/kernel/a.ts`, '../core/x', 'kernel-is-pure'],
  [`${server}/gateway/a.ts`, '../stream/x', 'gateway-alone'],
  [`${server}/gateway/b.ts`, '../modules/resources/vehicle/door', 'gateway-alone'],
  [`${server}/stream/a.ts`, '../gateway/x', 'stream-alone'],
  [`${server}/stream/b.ts`, '../modules/resources/vehicle/door', 'stream-alone'],
  [`${server}/modules/resources/driver/a.ts`, '../vehicle/repo', 'modules-by-door-only'],
  [`${server}/modules/resources/driver/b.ts`, '../../../gateway/x', 'modules-below-roles'],
  [`${server}/roles/m.ts`, '../modules/resources/vehicle/module', 'modules-are-bound-by-their-list'],
  [`${server}/demo/a.ts`, '../modules/resources/vehicle/repo', 'rooms-enter-modules-by-door'],
  [`${server}/roles/a.ts`, '../modules/resources/vehicle/repo', 'rooms-enter-modules-by-door'],
  ...wings.slice(0, -1).flatMap(
    (wing, i): Array<[string, string, string]> => [
      [`${server}/modules/${wing}/low/a.ts`, `../../${wings[i + 1]}/high/door`, `wing-${wing}`],
      [`${web}/modules/${wing}/low/a.ts`, `../../${wings[i + 1]}/high/door`, `web-wing-${wing}`],
      [`${contract}/${wing}/low/a.ts`, `../../${wings[i + 1]}/high/calls`, `contract-wing-${wing}`],
    ],
  ),
  [`${contract}/core/a.ts`, '../base/high/calls', 'contract-core-knows-no-wing'],
  [`${server}/modules/resources/driver/c.ts`, '../../../roles/x', 'roles-are-the-top'],
  [`${server}/modules/resources/driver/d.ts`, '@tongda/simulator/x', 'only-the-seeder-knows-the-demo-fleet'],
  ['apps/simulator/src/a.ts', '@tongda/contract/x', 'simulator-speaks-over-tcp'],
  [`${server}/core/d.ts`, './nowhere', 'resolvable'],
  [`${server}/core/e.ts`, './index', 'no-barrels'],
  [`${server}/core/f.ts`, './g', 'no-cycles'],
  [`${server}/core/h.ts`, './i', 'no-cycles'],
];

/** [file, what it imports]: imports that no rule may report. */
const allowed: Array<[string, string]> = [
  // the words of the field are open to every wing
  [`${contract}/base/low/ok.ts`, '../../transport/high/enums'],
  [`${server}/gateway/ok.ts`, '@tongda/protocol/x'],
  [`${server}/stream/ok.ts`, '../kernel/x'],
  [`${server}/stream/ok2.ts`, '../modules/base/org/door'],
  [`${server}/modules/resources/driver/ok.ts`, '../vehicle/door'],
  [`${server}/modules/resources/driver/ok2.ts`, '../../../kernel/x'],
  [`${server}/modules/resources/driver/ok3.ts`, '../../base/org/door'],
  [`${server}/kernel/ok.ts`, '@tongda/geo/x'],
  [`${server}/roles/ok.ts`, '../gateway/x'],
  [`${server}/demo/ok.ts`, '../modules/resources/vehicle/door'],
  [`${web}/modules/transport/order/ok.ts`, '../../base/high/door'],
  [`${web}/modules/resources/driver/ok.ts`, '../vehicle/door'],
  [`${web}/areas/ok.ts`, '../modules/resources/vehicle/x'],
  ['packages/contract/src/ok.ts', 'zod'],
];

interface Violation {
  from: string;
  rule: { name: string };
}
interface Rules {
  forbidden: Array<{ name: string }>;
}
let violations: Violation[];
let folder: string;

function write(path: string, text: string): void {
  mkdirSync(join(folder, dirname(path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

/** Writes the made-up repository with all of these imports. */
function buildHouse(): void {
  for (const name of ['contract', 'geo', 'protocol', 'simulator', 'server', 'web']) {
    const place = ['contract', 'geo', 'protocol'].includes(name) ? 'packages' : 'apps';
    write(
      `${place}/${name}/package.json`,
      JSON.stringify({ name: `@tongda/${name}`, exports: { './*': './src/*.ts' } }),
    );
    write(`${place}/${name}/src/x.ts`, 'export const x = 1;\n');
    mkdirSync(join(folder, 'node_modules/@tongda'), { recursive: true });
    symlinkSync(join(folder, place, name), join(folder, 'node_modules/@tongda', name));
  }
  for (const name of ['zod', 'fastify']) {
    write(`node_modules/${name}/package.json`, JSON.stringify({ name, main: 'index.js' }));
    write(`node_modules/${name}/index.js`, '');
  }
  for (const room of ['core', 'kernel', 'gateway', 'stream', 'roles', 'modules/resources/vehicle'])
    write(`${server}/${room}/x.ts`, 'export const x = 1;\n');
  for (const file of [
    'core/index',
    'modules/base/org/door',
    'modules/resources/vehicle/door',
    'modules/resources/vehicle/module',
    'modules/resources/vehicle/repo',
  ])
    write(`${server}/${file}.ts`, 'export const x = 1;\n');
  for (const wing of wings) {
    write(`${server}/modules/${wing}/high/door.ts`, 'export const x = 1;\n');
    write(`${web}/modules/${wing}/high/door.tsx`, 'export const x = 1;\n');
    for (const file of ['calls', 'enums']) write(`${contract}/${wing}/high/${file}.ts`, 'export const x = 1;\n');
  }
  for (const file of ['kit/x', 'areas/x', 'modules/resources/vehicle/x'])
    write(`${web}/${file}.ts`, 'export const x = 1;\n');
  write(`${web}/modules/resources/vehicle/door.tsx`, 'export const x = 1;\n');
  write(`${server}/core/g.ts`, "import { f } from './f';\nexport const x = () => f;\n");
  write(`${server}/core/i.ts`, "import type { f } from './h';\nexport type F = typeof f;\nexport const x = 1;\n");
  write(`${server}/gateway/typed.ts`, "import type { x } from '../stream/x';\nexport type F = typeof x;\n");
  for (const [file, from] of [...forbidden, ...allowed]) {
    const name = /^(zod|fastify|node:)/u.test(from)
      ? `import '${from}';\nexport const f = 1;\n`
      : `import { x } from '${from}';\nexport const f = x;\n`;
    write(file, name);
  }
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tongda-rules-'));
  buildHouse();
  copyFileSync(join(root, '.dependency-cruiser.cjs'), join(folder, '.dependency-cruiser.cjs'));
  const program = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const args = [program, '--config', '.dependency-cruiser.cjs', '--output-type', 'json', 'packages', 'apps'];
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8', maxBuffer: 1 << 26 });
  if (!stdout) throw new Error(stderr);
  // the JSON of dependency-cruiser
  violations = (JSON.parse(stdout) as { summary: { violations: Violation[] } }).summary.violations;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const rulesOf = (file: string): string[] => violations.filter((v) => v.from === file).map((v) => v.rule.name);

describe('import rules', () => {
  it.each(forbidden)('%s may not import %s', (file, _from, rule) => {
    expect(rulesOf(file)).toContain(rule);
  });

  it.each(allowed)('%s may import %s', (file) => {
    expect(rulesOf(file)).toEqual([]);
  });

  it('an import of types only counts too', () => {
    expect(rulesOf(`${server}/gateway/typed.ts`)).toContain('gateway-alone');
  });

  it('every rule has an import here that it forbids', () => {
    // the file exports this object
    const names = (createRequire(import.meta.url)('../.dependency-cruiser.cjs') as Rules).forbidden.map((r) => r.name);
    expect(names.filter((name) => !forbidden.some(([, , rule]) => rule === name))).toEqual([]);
  });
});
