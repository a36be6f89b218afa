import type { ReportFilter } from '@tongda/contract/reports/kit/filters';
import { type RawBuilder, sql } from 'kysely';
import type { FilterWording, FindNames } from '../../core/export/words';
import type { Ctx } from '../../core/http/ctx';
import { visiblePlaces, visibleVehicleRows } from '../../modules/base/org/door';

/** Names in the order of their ids, by a query of `id` and `name`. */
const findBy =
  (named: (ctx: Ctx) => RawBuilder<unknown>): FindNames =>
  (ctx, ids) =>
    ctx.db(async (trx) => {
      const { rows } = await sql<{
        name: string;
      }>`select n.name from unnest(${[...ids]}::bigint[]) with ordinality w(id, place)
        join (${named(ctx)}) n on n.id = w.id order by w.place`.execute(trx);
      return rows.map(({ name }) => name);
    });
const findPlates = findBy(
  (ctx) =>
    sql`select v.id, v.plate_no as name from vehicle v where v.deleted_at is null and ${visibleVehicleRows(ctx, 'v')}`,
);
const findRecorders = findBy(() => sql`select id, trim(device_no || ' ' || name) as name from portable_device`);
const findPlaces = findBy((ctx) => sql`select p.id, p.name from place p where ${visiblePlaces(ctx, 'p')}`);

/** How each filter of a report, and its range, reads in the head of a file. */
export const wordingOf = (filters: Readonly<Record<string, ReportFilter>>): Record<string, FilterWording> => ({
  startTime: '开始时间',
  endTime: '结束时间',
  ...Object.fromEntries(Object.entries(filters).map(([name, filter]) => [name, wordFilter(filter)])),
});

function wordFilter({ kind, label, options, unit }: ReportFilter): FilterWording {
  if (kind === 'fleet' || kind === 'org') return [kind, label];
  if (kind === 'vehicles') return ['records', label, findPlates, '辆车'];
  if (kind === 'recorders') return ['records', label, findRecorders, '台设备'];
  if (kind === 'places') return ['records', label, findPlaces, '个'];
  if (kind === 'flag') return ['words', label, { true: '是', false: '否' }];
  if (kind === 'amount') return ['amount', label, unit ?? ''];
  return options ? ['words', label, options] : label;
}
