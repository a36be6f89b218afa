import type { Parsed } from '@tongda/contract/core/endpoint';
import type { deviceBindPeriod } from '@tongda/contract/resources/device/calls';
import { sql } from 'kysely';
import { requireRow } from '../../../core/db/rows';
import type { Trx } from '../../../core/db/trx';
import { instantSql, wireTimeSql } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import { invalidField, refuseMoment } from '../../../core/http/errors';
import { recordChanges } from '../../../core/record/audit';
import { visibleVehicles } from '../../base/org/door';
import { findDevice } from './repo';

/**
 * Files every stored position of a terminal since `since` under the vehicle to which it was bound at that time, and has the days of the vehicles
 * computed again (database function refile_positions). To be called after every change of a binding. Answers how many positions moved.
 */
export async function refilePositions(trx: Trx, deviceId: string, since: Date): Promise<number> {
  const { rows } = await sql<{ moved: string }>`select refile_positions(${deviceId}, ${since}) as moved`.execute(trx);
  return Number(rows[0]?.moved ?? 0);
}

interface Clash {
  device_id: string;
  terminal_no: string;
  plate_no: string;
  since: string;
  until: string | null;
}

/** Adds or changes a period of a terminal in a vehicle, also in the past; 4000 with name and time of a period that it overlaps. */
export function saveBindPeriod(
  ctx: Ctx,
  { bindingId, deviceId, vehicleId, startTime, endTime }: Parsed<typeof deviceBindPeriod>,
): Promise<{ id: string; moved: number }> {
  return ctx.db(async (trx) => {
    const device = requireRow(await findDevice(trx, ctx, deviceId), '终端');
    await trx.selectFrom('device').select('id').where('id', '=', deviceId).forUpdate().execute();
    const vehicle = await trx
      .selectFrom('vehicle as v')
      .select(['v.id', 'v.plate_no'])
      .where('v.id', '=', vehicleId)
      .where('v.client_id', '=', ctx.clientId)
      .where('v.deleted_at', 'is', null)
      .where(visibleVehicles(ctx, 'v.id'))
      .executeTakeFirst();
    if (!vehicle) throw invalidField('vehicleId', '所选车辆不存在或无权查看');
    const during = await readPeriod(trx, ctx, startTime, endTime);
    const before =
      bindingId === undefined ? null : requireRow(await findPeriod(trx, ctx, bindingId, deviceId), '绑定记录');
    await refuseClash(trx, ctx, { deviceId, vehicleId, bindingId: bindingId ?? null, ...during });
    const range = sql<string>`tstzrange(${during.from}, ${during.to})`;
    const { id } =
      bindingId === undefined
        ? await trx
            .insertInto('device_binding')
            .values({
              client_id: ctx.clientId,
              device_id: deviceId,
              vehicle_id: vehicleId,
              during: range,
              created_by: ctx.userId,
            })
            .returning('id')
            .executeTakeFirstOrThrow()
        : await trx
            .updateTable('device_binding')
            .set({ vehicle_id: vehicleId, during: range })
            .where('id', '=', bindingId)
            .returning('id')
            .executeTakeFirstOrThrow();
    const words = `${vehicle.plate_no} ${startTime}~${endTime ?? '至今'}`;
    const change = { field: 'binding', label: '绑定记录', before: before?.words ?? '', after: words };
    const action = bindingId === undefined ? '补录绑定' : '修改绑定';
    await recordChanges(trx, ctx, [
      { entity: 'device', entityId: deviceId, action, changes: [change] },
      {
        entity: 'vehicle',
        entityId: vehicleId,
        action,
        changes: [{ ...change, after: `${device.terminalNo} ${startTime}~${endTime ?? '至今'}` }],
      },
    ]);
    const since = before && before.since < during.from ? before.since : during.from;
    return { id, moved: await refilePositions(trx, deviceId, since) };
  });
}

async function readPeriod(trx: Trx, ctx: Ctx, startTime: string, endTime: string | null) {
  const { rows } = await sql<{ from: Date; to: Date | null; late: boolean }>`
    select t.f as from, t.u as to, t.f > now() or t.u > now() as late
    from (select ${instantSql(startTime, ctx.timeZone)} as f, ${endTime === null ? sql`null::timestamptz` : instantSql(endTime, ctx.timeZone)} as u) t`
    .execute(trx)
    .catch(refuseMoment('startTime'));
  const [period] = rows;
  if (!period) throw invalidField('startTime', '时间不存在');
  if (period.late) throw invalidField(endTime === null ? 'startTime' : 'endTime', '时间不能晚于当前时间');
  return { from: period.from, to: period.to };
}

async function findPeriod(trx: Trx, ctx: Ctx, bindingId: string, deviceId: string) {
  const { rows } = await sql<{ since: Date; words: string }>`
    select lower(b.during) as since, v.plate_no || ' ' || ${wireTimeSql(sql<Date>`lower(b.during)`, ctx.timeZone)} || '~'
      || coalesce(${wireTimeSql(sql<Date | null>`upper(b.during)`, ctx.timeZone)}, '至今') as words
    from device_binding b join vehicle v on v.id = b.vehicle_id
    where b.id = ${bindingId} and b.device_id = ${deviceId} and b.client_id = ${ctx.clientId} for update of b`.execute(
    trx,
  );
  return rows[0];
}

/** 4000 when the period overlaps another one of the terminal or of the vehicle: each is bound to one of the other at a time. */
async function refuseClash(
  trx: Trx,
  ctx: Ctx,
  wanted: { deviceId: string; vehicleId: string; bindingId: string | null; from: Date; to: Date | null },
): Promise<void> {
  const { rows } = await sql<Clash>`
    select b.device_id::text, d.terminal_no, v.plate_no, ${wireTimeSql(sql<Date>`lower(b.during)`, ctx.timeZone)} as since,
      ${wireTimeSql(sql<Date | null>`upper(b.during)`, ctx.timeZone)} as until
    from device_binding b join device d on d.id = b.device_id join vehicle v on v.id = b.vehicle_id
    where (b.device_id = ${wanted.deviceId} or b.vehicle_id = ${wanted.vehicleId}) and b.client_id = ${ctx.clientId}
      and b.during && tstzrange(${wanted.from}, ${wanted.to}) and b.id is distinct from ${wanted.bindingId}::bigint
    order by lower(b.during) limit 1`.execute(trx);
  const [clash] = rows;
  if (!clash) return;
  const when = `${clash.since.slice(0, 16)}~${clash.until?.slice(0, 16) ?? '至今'}`;
  throw clash.device_id === wanted.deviceId
    ? invalidField('startTime', `终端${clash.terminal_no}在${when}绑定车辆${clash.plate_no}，时间重叠`)
    : invalidField('vehicleId', `车辆${clash.plate_no}在${when}绑定终端${clash.terminal_no}，时间重叠`);
}
