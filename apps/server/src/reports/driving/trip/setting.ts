import { dayMs } from '@tongda/contract/core/durations';
import type { Parsed } from '@tongda/contract/core/endpoint';
import { message } from '@tongda/contract/core/messages';
import {
  tripModes,
  tripSettingDel,
  tripSettingReport,
  tripSettingSave,
} from '@tongda/contract/reports/driving/trip-setting';
import { sql } from 'kysely';
import { allOf } from '../../../core/db/rows';
import type { Trx } from '../../../core/db/trx';
import type { Ctx } from '../../../core/http/ctx';
import { changedMeanwhile, invalidField, notFound, versionConflict } from '../../../core/http/errors';
import { route } from '../../../core/http/route';
import { recordChanges } from '../../../core/record/audit';
import { dayStart } from '../../../kernel/day/edges';
import { visiblePlaces, visibleVehicleRows, visibleVehicles } from '../../../modules/base/org/door';
import { chosenVehicles } from '../../kit/query';
import { serve } from '../../kit/serve';
import { fromSql } from '../../kit/sql-source';

const placesOf = (column: 'start_place_ids' | 'end_place_ids') =>
  sql`(select coalesce(jsonb_agg(jsonb_build_object('id', p.id::text, 'name', p.name) order by p.name), '[]') from place p where p.id = any(${sql.ref(`s.${column}`)}))`;
const namesOf = (column: 'start_place_ids' | 'end_place_ids') =>
  sql`(select coalesce(string_agg(p.name, '、' order by p.name), '') from place p where p.id = any(${sql.ref(`s.${column}`)}))`;

/** Vehicles of the company that the caller sees; 4004 when one of them is not among them. */
async function lockVehicles(trx: Trx, ctx: Ctx, ids: readonly string[]): Promise<void> {
  const { rows } =
    await sql`select v.id from vehicle v where v.id = any(${[...ids]}::bigint[]) and v.client_id = ${ctx.clientId} and v.deleted_at is null
      and ${visibleVehicleRows(ctx, 'v', 'edit')} order by v.id for update of v`.execute(trx);
  if (rows.length < new Set(ids).size) throw notFound('车辆');
}

async function refuseUnknownPlaces(trx: Trx, ctx: Ctx, ids: readonly string[]): Promise<void> {
  const { rows } =
    await sql`select p.id from place p where p.id = any(${[...ids]}::bigint[]) and p.client_id = ${ctx.clientId} and p.kind in ('site', 'region')
      and p.deleted_at is null and ${visiblePlaces(ctx, 'p')}`.execute(trx);
  if (rows.length < new Set(ids).size) throw notFound('站点');
}

/** Ends what held for the vehicles, writes the new setting and marks the days since then to be computed again. */
const saveSetting = (ctx: Ctx, input: Parsed<typeof tripSettingSave>): Promise<{ done: number; days: number }> =>
  ctx.db(async (trx) => {
    const { mode, days, id, version } = input;
    const vehicleIds = [...new Set(input.vehicleIds)];
    await lockVehicles(trx, ctx, vehicleIds);
    if (id !== undefined) await requireVersion(trx, ctx, id, version);
    const bySites = mode === 2;
    const [starts, ends] = bySites ? [input.startIds, input.endIds] : [[], []];
    await refuseUnknownPlaces(trx, ctx, [...starts, ...ends]);
    const since = new Date(days === 0 ? Date.now() : dayStart(Date.now() - days * dayMs, ctx.timeZone));
    if (id === undefined && !input.replace) await refuseHeld(trx, vehicleIds, since);
    await sql`delete from trip_setting where vehicle_id = any(${vehicleIds}::bigint[]) and lower(during) >= ${since}`.execute(
      trx,
    );
    await sql`update trip_setting set during = tstzrange(lower(during), ${since}) where vehicle_id = any(${vehicleIds}::bigint[])
      and during @> ${since}::timestamptz`.execute(trx);
    await sql`insert into trip_setting (client_id, vehicle_id, during, mode, gap_min, start_place_ids, end_place_ids, min_mileage_m, updated_by, updated_name)
      select ${ctx.clientId}, v, tstzrange(${since}, null), ${mode}, ${mode === 1 ? input.gapMin : null}, ${starts}::bigint[], ${ends}::bigint[],
        ${input.minKm === null ? null : Math.round(input.minKm * 1000)}, ${ctx.userId}, ${ctx.userName} from unnest(${vehicleIds}::bigint[]) v`.execute(
      trx,
    );
    const marked = days === 0 ? 0 : await markDays(trx, ctx, vehicleIds, since);
    const after = mode === 1 ? `${tripModes[1]} ${input.gapMin}分钟` : tripModes[mode];
    const changes = [{ field: 'trip', label: '行程方式', before: '', after }];
    await recordChanges(
      trx,
      ctx,
      vehicleIds.map((entityId) => ({ entity: 'vehicle', entityId, action: '行程设置', changes })),
    );
    return { done: vehicleIds.length, days: marked };
  });

/** Refuses at its field vehicles whose setting holds at `since` or later, with their plates. */
async function refuseHeld(trx: Trx, vehicleIds: readonly string[], since: Date): Promise<void> {
  const { rows } = await sql<{
    plate: string;
  }>`select v.plate_no as plate from vehicle v where v.id = any(${[...vehicleIds]}::bigint[])
    and exists (select from trip_setting s where s.vehicle_id = v.id and s.during && tstzrange(${since}, null)) order by v.plate_no`.execute(
    trx,
  );
  const plates = rows.map(({ plate }) => plate);
  if (plates.length === 0) return;
  const named = plates.slice(0, 5).join('、') + (plates.length > 5 ? ` 等${plates.length}辆` : '');
  throw invalidField('vehicleIds', `${message('trip.held')}：${named}`);
}

async function requireVersion(trx: Trx, ctx: Ctx, id: string, version: number | undefined): Promise<string> {
  const { rows } = await sql<{ version: number; vehicleId: string }>`
    select s.version, s.vehicle_id::text as "vehicleId" from trip_setting s
    where s.id = ${id} and s.client_id = ${ctx.clientId} and ${visibleVehicles(ctx, 's.vehicle_id', 'edit')} and upper_inf(s.during) for update`.execute(
    trx,
  );
  const [found] = rows;
  // a setting that was replaced is gone, or has ended
  if (!found) throw versionConflict('这条设置已被替换或结束，请刷新后重试');
  if (version !== undefined && found.version !== version) throw changedMeanwhile('vehicle', found.vehicleId);
  return found.vehicleId;
}

/** Days of the vehicles since a moment, of which something is stored. */
async function markDays(trx: Trx, ctx: Ctx, vehicleIds: readonly string[], since: Date): Promise<number> {
  const { rows } = await sql`insert into dirty_day (vehicle_id, day, client_id, due_at)
    select v, d::date, ${ctx.clientId}::bigint, now() from unnest(${[...vehicleIds]}::bigint[]) v,
      generate_series((${since}::timestamptz at time zone ${ctx.timeZone})::date, (now() at time zone ${ctx.timeZone})::date, interval '1 day') d
    on conflict (vehicle_id, day) do update set due_at = least(dirty_day.due_at, excluded.due_at) returning 1`.execute(
    trx,
  );
  return rows.length;
}

/** The setting holds no longer; the vehicle's trips are told apart by the constants of the calculation from now on. */
const endSetting = (ctx: Ctx, { id, version }: Parsed<typeof tripSettingDel>): Promise<null> =>
  ctx.db(async (trx) => {
    const vehicleId = await requireVersion(trx, ctx, id, version);
    await sql`update trip_setting set during = tstzrange(lower(during), greatest(lower(during), now())), version = version + 1, updated_by = ${ctx.userId},
      updated_name = ${ctx.userName}, updated_at = now() where id = ${id} and upper_inf(during)`.execute(trx);
    await recordChanges(trx, ctx, [{ entity: 'vehicle', entityId: vehicleId, action: '结束行程设置' }]);
    return null;
  });

export const tripSetting = serve(
  tripSettingReport,
  fromSql(tripSettingReport, (ctx, q) => {
    const all = [
      chosenVehicles(ctx, { ...q, ids: undefined }),
      sql<boolean>`s.client_id = ${ctx.clientId} and not isempty(s.during)`,
    ];
    all.push(sql<boolean>`s.during && tstzrange(${new Date(q.from)}, ${new Date(q.until)})`);
    if (q.mode !== 'all') all.push(sql<boolean>`s.mode = ${Number(q.mode)}`);
    return sql`select s.id, v.id as "vehicleId", s.mode, s.gap_min as "gapMin", ${namesOf('start_place_ids')} as starts, ${namesOf('end_place_ids')} as ends,
        s.min_mileage_m / 1000.0 as "minKm", lower(s.during) as since, upper(s.during) as until, s.updated_name as user, s.updated_at as "updateTime",
        s.version, ${placesOf('start_place_ids')} as "startPlaces", ${placesOf('end_place_ids')} as "endPlaces", upper_inf(s.during) as open
      from trip_setting s join vehicle v on v.id = s.vehicle_id where ${allOf(all)}`;
  }),
  {
    bindActions: (app) => {
      route(app, tripSettingSave, saveSetting);
      route(app, tripSettingDel, endSetting);
    },
  },
);
