import { dayMs, minuteMs } from '@tongda/contract/core/durations';
import type { Parsed } from '@tongda/contract/core/endpoint';
import { mostTripDays, tripMerge, tripRemark, tripRestore, tripSplit } from '@tongda/contract/reports/driving/trip';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import { wireTime } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import { blockedByRule, changedMeanwhile, invalidField, notFound } from '../../../core/http/errors';
import { route } from '../../../core/http/route';
import { recordChanges } from '../../../core/record/audit';
import { wallToMs } from '../../../kernel/day/edges';
import { visibleVehicleRows } from '../../../modules/base/org/door';
import { mostlyWithin } from './rows';

interface Ends {
  fromMs: number;
  untilMs: number;
}
/** A trip as the list shows it now; `untilMs` null: it still runs. `editId`: somebody gave it its ends. */
interface Shown {
  editId: string | null;
  actId: string | null;
  fromMs: number;
  untilMs: number | null;
}

/** A part of a trip lasts so long at least, ms. */
const leastPartMs = minuteMs;

/** Locks an own vehicle that the caller sees, so that two people cannot edit its trips at once; 4004 for any other. */
export async function lockVehicle(trx: Trx, ctx: Ctx, vehicleId: string): Promise<void> {
  const { rows } =
    await sql`select v.id from vehicle v where v.id = ${vehicleId} and v.client_id = ${ctx.clientId} and v.deleted_at is null
    and ${visibleVehicleRows(ctx, 'v')} for update`.execute(trx);
  if (rows.length === 0) throw notFound('车辆');
}

/** The trips of a vehicle that begin in a range, in order, as the list shows them. */
async function shownTrips(trx: Trx, ctx: Ctx, vehicleId: string, { fromMs, untilMs }: Ends): Promise<Shown[]> {
  const [from, until] = [new Date(fromMs), new Date(untilMs)];
  const edits = sql`select x.* from trip_edit x where x.vehicle_id = ${vehicleId} and x.client_id = ${ctx.clientId} and x.locked and x.deleted_at is null`;
  const { rows } =
    await sql<Shown>`select t."editId", t."actId", (extract(epoch from t.start_time) * 1000)::float8 as "fromMs", (extract(epoch from t.end_time) * 1000)::float8 as "untilMs"
    from (select null::text as "editId", null::text as "actId", e.start_time, e.end_time from episode e
        where e.vehicle_id = ${vehicleId} and e.kind = 'trip' and e.status <> 2
          and not exists (select from (${edits}) x where ${mostlyWithin(sql`e.start_time`, sql`coalesce(e.end_time, greatest(now(), e.start_time + interval '1 second'))`)})
      union all select x.id::text, x.act_id::text, x.from_time, x.until_time from (${edits}) x) t
    where t.start_time >= ${from} and t.start_time < ${until} order by t.start_time`.execute(trx);
  return rows;
}

const isSame = (a: Shown, b: Ends): boolean =>
  Math.round(a.fromMs) === Math.round(b.fromMs) &&
  a.untilMs !== null &&
  Math.round(a.untilMs) === Math.round(b.untilMs);

/** The trip with these ends; 4009 when the list shows another one by now, 4011 when it still runs. */
export async function loadShown(trx: Trx, ctx: Ctx, vehicleId: string, ends: Ends): Promise<Shown> {
  const shown = await shownTrips(trx, ctx, vehicleId, { fromMs: ends.fromMs, untilMs: ends.fromMs + 1 });
  if (shown.some(({ untilMs }) => untilMs === null)) throw blockedByRule('行程还在进行中，结束后再操作');
  const found = shown.find((one) => isSame(one, ends));
  if (!found) throw changedMeanwhile('vehicle', vehicleId);
  return found;
}

/** Takes back what edits gave to trips. */
const dropEdits = (trx: Trx, ctx: Ctx, ids: readonly string[]) =>
  sql`update trip_edit set deleted_at = now(), version = version + 1, updated_at = now(), updated_by = ${ctx.userId}
    where id = any(${ids}::bigint[]) and client_id = ${ctx.clientId}`.execute(trx);

/** Writes trips with ends of their own, as one act; answers the id of the act. */
async function writeEdits(
  trx: Trx,
  ctx: Ctx,
  vehicleId: string,
  kind: 'merge' | 'split',
  parts: readonly Ends[],
): Promise<void> {
  const { rows } = await sql<{
    id: string;
  }>`select nextval('trip_edit_id_seq')::text as id from generate_series(1, ${parts.length}::int)`.execute(trx);
  const [act] = rows;
  for (const [i, { fromMs, untilMs }] of parts.entries())
    await sql`insert into trip_edit (id, client_id, vehicle_id, locked, kind, act_id, from_time, until_time, created_by, created_name, updated_by)
      values (${rows[i]?.id ?? ''}, ${ctx.clientId}, ${vehicleId}, true, ${kind}, ${act?.id ?? ''}, ${new Date(fromMs)}, ${new Date(untilMs)}, ${ctx.userId},
        ${ctx.userName}, ${ctx.userId})`.execute(trx);
}

/** One line of the vehicle's history: the trips before and after. */
async function note(
  trx: Trx,
  ctx: Ctx,
  vehicleId: string,
  action: string,
  before: readonly Ends[],
  after: readonly Ends[],
): Promise<void> {
  const words = (list: readonly Ends[]): string =>
    list
      .map(({ fromMs, untilMs }) => `${wireTime(fromMs, ctx.timeZone)} ~ ${wireTime(untilMs, ctx.timeZone)}`)
      .join('；');
  const change = { field: 'trip', label: '行程', before: words(before), after: words(after) };
  await recordChanges(trx, ctx, [{ entity: 'vehicle', entityId: vehicleId, action, changes: [change] }]);
}

const mergeTrips = (ctx: Ctx, { vehicleId, trips }: Parsed<typeof tripMerge>): Promise<{ done: number }> =>
  ctx.db(async (trx) => {
    await lockVehicle(trx, ctx, vehicleId);
    const wanted = [...trips].sort((a, b) => a.fromMs - b.fromMs);
    const [first, last] = [wanted[0], wanted.at(-1)];
    if (!first || !last) throw invalidField('trips', '请选择两个以上相邻的行程');
    if (last.untilMs - first.fromMs > mostTripDays * dayMs)
      throw invalidField('trips', `合并后的行程不能超过${mostTripDays}天`);
    const shown = await shownTrips(trx, ctx, vehicleId, { fromMs: first.fromMs, untilMs: last.fromMs + 1 });
    if (shown.some(({ untilMs }) => untilMs === null)) throw blockedByRule('行程还在进行中，结束后再操作');
    if (!wanted.every((one) => shown.some((other) => isSame(other, one)))) throw changedMeanwhile('vehicle', vehicleId);
    if (shown.length > wanted.length) throw blockedByRule('只能合并相邻的行程：所选行程之间还有其他行程');
    const whole = { fromMs: first.fromMs, untilMs: last.untilMs };
    await dropEdits(
      trx,
      ctx,
      shown.flatMap(({ editId }) => editId ?? []),
    );
    await writeEdits(trx, ctx, vehicleId, 'merge', [whole]);
    await note(trx, ctx, vehicleId, '合并行程', wanted, [whole]);
    return { done: wanted.length };
  });

const splitTrip = (ctx: Ctx, { vehicleId, at, ...ends }: Parsed<typeof tripSplit>): Promise<{ done: number }> =>
  ctx.db(async (trx) => {
    await lockVehicle(trx, ctx, vehicleId);
    const moment = wallToMs(at, ctx.timeZone);
    if (moment === null) throw invalidField('at', '拆分时间不存在');
    if (moment < ends.fromMs + leastPartMs || moment > ends.untilMs - leastPartMs)
      throw invalidField('at', '拆分时间应在行程之内，离起止各1分钟以上');
    const { editId } = await loadShown(trx, ctx, vehicleId, ends);
    const parts = [
      { fromMs: ends.fromMs, untilMs: moment },
      { fromMs: moment, untilMs: ends.untilMs },
    ];
    await dropEdits(trx, ctx, editId === null ? [] : [editId]);
    await writeEdits(trx, ctx, vehicleId, 'split', parts);
    await note(trx, ctx, vehicleId, '拆分行程', [ends], parts);
    return { done: parts.length };
  });

const restoreTrip = (ctx: Ctx, { vehicleId, ...ends }: Parsed<typeof tripRestore>): Promise<{ done: number }> =>
  ctx.db(async (trx) => {
    await lockVehicle(trx, ctx, vehicleId);
    const { editId, actId } = await loadShown(trx, ctx, vehicleId, ends);
    if (editId === null) throw blockedByRule('这个行程没有合并或拆分过');
    const { rows } = await sql<
      { id: string } & Ends
    >`select id::text, (extract(epoch from from_time) * 1000)::float8 as "fromMs", (extract(epoch from until_time) * 1000)::float8 as "untilMs"
      from trip_edit where client_id = ${ctx.clientId} and vehicle_id = ${vehicleId} and deleted_at is null and (id = ${editId} or act_id = ${actId})`.execute(
      trx,
    );
    await dropEdits(
      trx,
      ctx,
      rows.map(({ id }) => id),
    );
    await note(trx, ctx, vehicleId, '还原行程', rows, []);
    return { done: rows.length };
  });

/** Writes the remark of a trip; an empty one takes it away. 4009 when somebody else wrote one meanwhile. */
const remarkTrip = (
  ctx: Ctx,
  { vehicleId, remark, version, ...ends }: Parsed<typeof tripRemark>,
): Promise<{ done: number }> =>
  ctx.db(async (trx) => {
    await lockVehicle(trx, ctx, vehicleId);
    const [from, until] = [new Date(ends.fromMs), new Date(ends.untilMs)];
    const { rows } = await sql<{
      id: string;
      version: number;
      remark: string;
    }>`select x.id::text, x.version, x.remark from trip_edit x where x.vehicle_id = ${vehicleId}
      and x.client_id = ${ctx.clientId} and not x.locked and x.deleted_at is null and ${mostlyWithin(sql`${from}::timestamptz`, sql`${until}::timestamptz`)} order by x.id desc limit 1`.execute(
      trx,
    );
    const [known] = rows;
    if ((known?.version ?? 0) !== version) throw changedMeanwhile('vehicle', vehicleId);
    if (known) {
      const gone = remark === '' ? sql`now()` : sql`null`;
      await sql`update trip_edit set remark = ${remark}, from_time = ${from}, until_time = ${until}, version = version + 1, updated_at = now(), updated_by = ${ctx.userId},
        deleted_at = ${gone} where id = ${known.id} and client_id = ${ctx.clientId}`.execute(trx);
    } else if (remark !== '')
      await sql`insert into trip_edit (client_id, vehicle_id, locked, kind, from_time, until_time, remark, created_by, created_name, updated_by)
        values (${ctx.clientId}, ${vehicleId}, false, 'remark', ${from}, ${until}, ${remark}, ${ctx.userId}, ${ctx.userName}, ${ctx.userId})`.execute(
        trx,
      );
    const change = {
      field: 'remark',
      label: `行程备注（${wireTime(ends.fromMs, ctx.timeZone)}）`,
      before: known?.remark ?? '',
      after: remark,
    };
    await recordChanges(trx, ctx, [{ entity: 'vehicle', entityId: vehicleId, action: '备注行程', changes: [change] }]);
    return { done: 1 };
  });

/** Binds what people do with trips. */
export function bindTripEdits(app: FastifyInstance): void {
  route(app, tripMerge, mergeTrips);
  route(app, tripSplit, splitTrip);
  route(app, tripRestore, restoreTrip);
  route(app, tripRemark, remarkTrip);
}
