import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Endpoint } from '../core/endpoint';
import * as contract from '../index';
import { callsOf, isReport, type Report } from '../reports/kit/report';
import { builtReportScreens } from '../reports/screens';
import { builtRoutes } from './built';
import { menuList } from './menus';
import { buttons } from './rights';
import { placesOfMenu } from './routes';

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'access' in value && 'input' in value && 'path' in value;
/** Reports are found by their place, as the web finds them: src/reports/<group>/<report>.ts. */
const folder = join(import.meta.dirname, '..', 'reports');
const reports: Report[] = [];
for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort())
  if (/^[^/]+\/[^/]+(?<!\.test)\.ts$/u.test(file))
    reports.push(...Object.values(await import(join(folder, file))).filter(isReport));
/** Everything that a module of the barrel exports as an endpoint, and the calls of every report, with its name. */
const endpoints = [
  ...Object.entries(contract).flatMap(([module, exported]) =>
    Object.entries<unknown>({ ...exported })
      .filter((entry): entry is [string, Endpoint] => isEndpoint(entry[1]))
      .map(([name, endpoint]) => ({ name: `${module}.${name}`, endpoint })),
  ),
  ...reports.flatMap((report) =>
    callsOf(report).map((endpoint) => ({ name: `${report.screen} ${endpoint.path}`, endpoint })),
  ),
];

const ownKinds: ReadonlySet<string> = new Set(['edit', 'detail', 'mobile']);
test('every screen of a report that is built is declared once, and nothing else is', () => {
  // forms, the page of one row and what a link opens are no reports
  const screens = Object.entries(builtReportScreens).flatMap(([key, { kind }]) => (ownKinds.has(kind) ? [] : key));
  expect(reports.map(({ screen }) => screen).sort()).toEqual(screens.sort());
});
const menuIds = new Set(menuList.map(({ id }) => id));
const rights = new Set(buttons.map(({ menuId, path }) => `${menuId} ${path}`));
const labels = new Map(buttons.map(({ menuId, path, label }) => [`${menuId} ${path}`, label]));

test('the barrel finds the endpoints', () => {
  const paths = endpoints.map(({ endpoint }) => endpoint.path);
  expect(paths).toContain('/api/sso/oauth/token');
  expect(paths).toContain('/api/base/manage/vehicle/getDictionary');
});

test('no file exports a call that the barrel does not know, since rights and generated tests look no further', async () => {
  const known = new Set(endpoints.map(({ endpoint: { method, path } }) => `${method} ${path}`));
  const source = join(import.meta.dirname, '..');
  const forgotten: string[] = [];
  for (const file of readdirSync(source, { recursive: true, encoding: 'utf8' }).sort()) {
    if (!file.endsWith('.ts') || file.endsWith('.test.ts')) continue;
    const exported = Object.entries<unknown>(await import(join(source, file)));
    for (const [name, value] of exported)
      if (isEndpoint(value) && !known.has(`${value.method} ${value.path}`)) forgotten.push(`${file}: ${name}`);
  }
  expect(forgotten).toEqual([]);
});

test('the calls of stores and routes that the specification lists are these', () => {
  const of = (base: string): string[] =>
    endpoints
      .filter(({ endpoint: { path, method } }) => path.startsWith(base) && method === 'POST')
      .map(({ endpoint: { path } }) => path.slice(base.length));
  expect(of('/api/base/manage/store/')).toEqual(
    expect.arrayContaining([
      ...[
        'page',
        'add',
        'update',
        'del',
        'changeHis',
        'exportStore',
        'exportStation',
        'siteAdd',
        'batchDel',
        'batchModify',
      ],
    ]),
  );
  expect(of('/api/base/manage/route/')).toEqual(
    expect.arrayContaining(['page', 'add', 'update', 'delete', 'changeHis', 'exportRoute']),
  );
});

test('every list that may be imported, exported, added to or deleted from has the calls of it', () => {
  const asked = new Set(
    endpoints.flatMap(({ endpoint: { access } }) =>
      typeof access === 'object' ? [access.menu].flat().map((menu) => `${menu} ${access.path}`) : [],
    ),
  );
  const open = buttons.filter(({ menu }) => placesOfMenu(menu).some(({ key }) => builtRoutes.has(key)));
  const lost = open.filter(({ action }) => /^(?:add|edit|del|import|export)$/u.test(action));
  expect(open.length).toBeGreaterThan(150);
  expect(lost.filter(({ menuId, path }) => !asked.has(`${menuId} ${path}`)).map(({ path }) => path)).toEqual([]);
});

test('no two endpoints share method and path', () => {
  const seen = new Map<string, string>();
  for (const { name, endpoint } of endpoints) {
    const key = `${endpoint.method} ${endpoint.path}`;
    expect(seen.get(key), `${name} repeats ${key}`).toBeUndefined();
    seen.set(key, name);
  }
});

test.each(endpoints)('$name names menus and rights that exist', ({ endpoint: { access } }) => {
  if (typeof access === 'string') return expect(['public', 'session']).toContain(access);
  for (const menu of [access.menu].flat()) {
    expect(menuIds.has(menu), `menu ${menu}`).toBe(true);
    if (access.path === undefined) continue;
    const right = `${menu} ${access.path}`;
    expect(rights.has(right), right).toBe(true);
    if (access.label !== undefined) expect(access.label, right).toBe(labels.get(right));
  }
});

test.each(endpoints)(
  '$name has a Chinese title, an API path and shapes that the API document can show',
  ({ endpoint }) => {
    expect(endpoint.title).toMatch(/[\u4e00-\u9fa5]/u);
    expect(endpoint.path).toMatch(/^\/(?:api|intCall)\/[A-Za-z0-9/_-]+$/u);
    expect(() => z.toJSONSchema(endpoint.input, { io: 'input' })).not.toThrow();
    expect(() => z.toJSONSchema(endpoint.output)).not.toThrow();
  },
);

test('input of any shape is refused with sentences, it never breaks the rules that look over several fields', () => {
  const shapes = ['x', {}, [null], null];
  const broken = endpoints.flatMap(({ name, endpoint }) =>
    shapes.flatMap((shape) => {
      const fields = endpoint.input instanceof z.ZodObject ? Object.keys(endpoint.input.shape) : [];
      try {
        endpoint.input.safeParse(Object.fromEntries(fields.map((field) => [field, shape])));
        return [];
      } catch (error) {
        return [`${name} with ${JSON.stringify(shape)}: ${String(error)}`];
      }
    }),
  );
  expect(broken).toEqual([]);
});
