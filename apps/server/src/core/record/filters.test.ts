import { orgOptions } from '@tongda/contract/base/org/calls';
import { defineEnum } from '@tongda/contract/core/enum';
import { by, filterSet } from '@tongda/contract/core/register/filters';
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { describeFilters } from '../export/words';
import '../../modules/base/org/below';
import type { Ctx } from '../http/ctx';
import { type Asked, filterConditions } from './filters';

const db = new Kysely<unknown>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (of) => new PostgresIntrospector(of),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});
// nothing here asks the database: the zone is all that conditions want of the caller
const ctx = { timeZone: 'Asia/Shanghai' } as Ctx;
const layer = defineEnum('layer', { warm: [1, '常温'], cold: [2, '冷藏'] });
const { table } = filterSet({
  keyword: by.text('品名或编码', { columns: ['cargo_name', 'k.code'] }),
  cargoLayer: by.code('温层', layer),
  anyLayer: by.codes('任一温层', layer, { columns: ['cargo_layer'] }),
  layers: by.code('温区能力', layer, { inside: true, columns: ['layer_codes'] }),
  orgId: by.org('部门', orgOptions),
  expire: by.ends('许可证/合同', ['permit_end', 'contract_end']),
  signFrom: by.days('签收', 'signTo', { columns: ['signed_at'] }),
  began: by.times('开始时间', 'ended', { columns: ['start_time'] }),
  area: by.text('收货城市', { area: true, columns: ['receive_area'] }),
  used: by.own(by.either('使用', '已用', '未用')),
  planFrom: by.own(by.days('计划', 'planTo')),
});
const conditionOf = (asked: Asked): [string, readonly unknown[]] => {
  const built = filterConditions(
    table,
    'g',
    {
      used: (value) => (value === 1 ? sql<boolean>`g.uses > 0` : sql<boolean>`g.uses = 0`),
      planFrom: ({ from, to }) => sql<boolean>`g.plan && daterange(${from ?? null}, ${to ?? null})`,
    },
    ctx,
    asked,
  ).compile(db);
  return [built.sql.replace(/\s+/gu, ' '), built.parameters];
};

it('says nothing of filters that are not asked for', () => {
  expect(conditionOf({})).toEqual(['true', []]);
  expect(conditionOf({ keyword: '', sort: 'name asc', other: 1 })).toEqual(['true', []]);
});

it.each<[Asked, string, unknown[]]>([
  [{ keyword: '10%' }, '(("g"."cargo_name" ilike $1 or "k"."code" ilike $2))', ['%10\\%%', '%10\\%%']],
  [{ cargoLayer: 2 }, '(("g"."cargo_layer" = $1))', [2]],
  [{ layers: 2 }, '(($1::smallint = any("g"."layer_codes")))', [2]],
  [{ anyLayer: [1, 2] }, '(("g"."cargo_layer" = any($1::int[])))', [[1, 2]]],
  [{ used: 0 }, '(g.uses = 0)', []],
  [{ area: '江苏省苏州市' }, '(("g"."receive_area" ilike $1))', ['%苏州市%']],
  [{ planTo: '2026-01-03' }, '(g.plan && daterange($1, $2))', [null, '2026-01-03']],
  [{ ids: ['7'], cargoLayer: 1 }, '(("g"."cargo_layer" = $1) and "g"."id" = any($2::bigint[]))', [1, ['7']]],
])('%j', (asked, text, parameters) => {
  expect(conditionOf(asked)).toEqual([text, parameters]);
});

it('looks below a department, at the ends of documents and at days of the company', () => {
  expect(conditionOf({ orgId: '3' })[0]).toContain(
    '"g"."org_id" in (with recursive below(id) as ( select $1::bigint union',
  );
  const [soon] = conditionOf({ expire: 'soon' });
  expect(soon).toContain('"g"."permit_end" between');
  expect(soon).toContain('+ 30 or "g"."contract_end" between');
  expect(conditionOf({ expire: 'expired' })[0]).toContain('"g"."contract_end" < (now() at time zone');
  expect(conditionOf({ signTo: '2026-01-03' })).toEqual([
    '("g"."signed_at" < (($1::date + $2::int)::timestamp at time zone $3))',
    ['2026-01-03', 1, 'Asia/Shanghai'],
  ]);
  expect(conditionOf({ began: '2026-01-03 08:00:00', ended: '2026-01-03 09:00:00' })).toEqual([
    '("g"."start_time" >= ($1::timestamp at time zone $2) and "g"."start_time" <= ($3::timestamp at time zone $4))',
    ['2026-01-03 08:00:00', 'Asia/Shanghai', '2026-01-03 09:00:00', 'Asia/Shanghai'],
  ]);
});

it('reads in the head of an export as in the filter bar', async () => {
  const words = (asked: Asked): Promise<string> => describeFilters(ctx, asked, '个', table);
  expect(await words({})).toBe('');
  expect(await words({ anyLayer: [1, 2] })).toBe('任一温层：常温、冷藏');
  expect(
    await words({ signTo: '2026-01-03', used: 0, expire: 'soon', cargoLayer: 2, keyword: '鸡翅', ids: ['7'] }),
  ).toBe('勾选的1个；品名或编码：鸡翅；温层：冷藏；许可证/合同：30天内到期；签收止：2026-01-03；使用：未用');
});

it('names the values of a filter that takes several, and leaves an empty list out', async () => {
  const { table: many } = filterSet({
    codes: by.own({ kind: 'text', label: '单号', schema: z.array(z.string()).optional() }),
  });
  expect(await describeFilters(ctx, { codes: ['DD1', 'DD2'] }, '单', many)).toBe('单号：DD1、DD2');
  expect(await describeFilters(ctx, { codes: [] }, '单', many)).toBe('');
});
