import { message } from '@tongda/contract/core/messages';
import { sql } from 'kysely';
import type { Trx } from '../../../../core/db/trx';
import type { Ctx } from '../../../../core/http/ctx';
import { blocked, invalidField, notFound, refuseMoment } from '../../../../core/http/errors';
import { instantSql, wireTimeSql } from '../../../../core/http/wire-time';
import { recordChanges } from '../../../../core/record/audit';
import { errorCode } from '../../../../core/run/error-code';
import { visibleTerminals } from '../../../base/org/door';
import { refilePositions } from '../../device/door';

const entity = 'vehicle';

interface Bind {
  vehicleId: string;
  deviceId: string;
  /** wire time of the company's zone; now when absent */
  time?: string;
}

/** The moment a binding changes; not in the future, because positions are filed by it. */
async function momentOf(trx: Trx, ctx: Ctx, time: string | undefined): Promise<Date> {
  if (!time) return (await sql<{ at: Date }>`select now() as at`.execute(trx)).rows[0]?.at ?? new Date();
  const { rows } = await sql<{
    at: Date;
    future: boolean;
  }>`select t.at, t.at > now() as future from (select ${instantSql(time, ctx.timeZone)} as at) t`
    .execute(trx)
    .catch(refuseMoment('time'));
  const moment = rows[0];
  if (!moment || moment.future) throw invalidField('time', '时间不能晚于当前时间');
  return moment.at;
}

/**
 * Start of a binding made now. Terminals tell whole seconds, so the period starts with the running second, or a report of this second
 * would lie before it and belong to no vehicle; where a period of the vehicle or terminal changed within it, right behind that one.
 */
async function presentSecond(trx: Trx, { vehicleId, deviceId }: Bind): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`select greatest(date_trunc('second', now()),
    max(coalesce(upper(during), lower(during) + interval '1 millisecond'))) as at
    from device_binding where (vehicle_id = ${vehicleId} or device_id = ${deviceId}) and not isempty(during)`.execute(
    trx,
  );
  return rows[0]?.at ?? new Date();
}

/** The period that runs now, of a vehicle or a device. */
async function findRunning(trx: Trx, ctx: Ctx, side: 'vehicle_id' | 'device_id', id: string) {
  return trx
    .selectFrom('device_binding as b')
    .innerJoin('device as dev', 'dev.id', 'b.device_id')
    .innerJoin('vehicle as v', 'v.id', 'b.vehicle_id')
    .select([
      'b.id',
      'b.device_id as deviceId',
      'b.vehicle_id as vehicleId',
      'dev.terminal_no as terminalNo',
      'v.plate_no as plateNo',
    ])
    .select([
      sql<Date>`lower(b.during)`.as('since'),
      wireTimeSql(sql<Date>`lower(b.during)`, ctx.timeZone).as('sinceText'),
    ])
    .where(`b.${side}`, '=', id)
    .where('b.client_id', '=', ctx.clientId)
    .where(sql<boolean>`upper_inf(b.during)`)
    .executeTakeFirst();
}

/**
 * Puts a terminal into a vehicle from `time` on; one that is in it already leaves at the same moment. A terminal sits in one vehicle at
 * a time and a vehicle holds one terminal: the exclusion constraints of the table say so too, whatever two users do at once.
 */
export async function bindDevice(trx: Trx, ctx: Ctx, bind: Bind): Promise<void> {
  const { vehicleId, deviceId, time } = bind;
  const device = await trx
    .selectFrom('device')
    .select(['id', 'terminal_no'])
    .where('id', '=', deviceId)
    .where('client_id', '=', ctx.clientId)
    .where('deleted_at', 'is', null)
    .where(visibleTerminals(ctx, 'device'))
    .forUpdate()
    .executeTakeFirst();
  if (!device) throw invalidField('deviceId', '所选终端不存在或不在您的权限范围内');
  const elsewhere = await findRunning(trx, ctx, 'device_id', deviceId);
  if (elsewhere) throw invalidField('deviceId', message('device.bound', { plate: elsewhere.plateNo }));
  const at = time ? await momentOf(trx, ctx, time) : await presentSecond(trx, bind);
  const old = await findRunning(trx, ctx, 'vehicle_id', vehicleId);
  if (old) await endPeriod(trx, old, at);
  await refuseOverlapping(() =>
    trx
      .insertInto('device_binding')
      .values({
        client_id: ctx.clientId,
        device_id: deviceId,
        vehicle_id: vehicleId,
        during: sql`tstzrange(${at}, null)`,
        created_by: ctx.userId,
      })
      .execute(),
  );
  await trx
    .updateTable('device')
    .set({ install_date: sql`(${at}::timestamptz at time zone ${ctx.timeZone})::date` })
    .where('id', '=', deviceId)
    .execute();
  // what was stored since then belongs to the vehicle in which the terminal sat
  await refilePositions(trx, deviceId, at);
  if (old) await refilePositions(trx, old.deviceId, at);
  await note(trx, ctx, vehicleId, old ? '更换设备' : '绑定设备', old?.terminalNo ?? '', device.terminal_no);
}

/** Takes the terminal out of a vehicle. */
export async function unbindDevice(trx: Trx, ctx: Ctx, vehicleId: string, time?: string): Promise<void> {
  const old = await findRunning(trx, ctx, 'vehicle_id', vehicleId);
  if (!old) throw blocked('该车辆没有绑定设备');
  const at = await momentOf(trx, ctx, time);
  await endPeriod(trx, old, at);
  await refilePositions(trx, old.deviceId, at);
  await note(trx, ctx, vehicleId, '解绑设备', old.terminalNo, '');
}

async function endPeriod(trx: Trx, period: { id: string; since: Date; sinceText: string }, at: Date): Promise<void> {
  if (at <= period.since) throw invalidField('time', `时间须晚于当前终端的绑定时间${period.sinceText}`);
  await trx
    .updateTable('device_binding')
    .set({ during: sql`tstzrange(lower(during), ${at})` })
    .where('id', '=', period.id)
    .execute();
}

async function note(
  trx: Trx,
  ctx: Ctx,
  vehicleId: string,
  action: string,
  before: string,
  after: string,
): Promise<void> {
  const changed = await trx
    .updateTable('vehicle')
    .set({ updated_at: sql<Date>`now()`, updated_by: ctx.userId })
    .where('id', '=', vehicleId)
    .where('client_id', '=', ctx.clientId)
    .returning('id')
    .executeTakeFirst();
  if (!changed) throw notFound('车辆');
  await recordChanges(trx, ctx, [
    { entity, entityId: vehicleId, action, changes: [{ field: 'deviceId', label: '终端', before, after }] },
  ]);
}

/** 23P01: the period meets an older one of the same terminal or vehicle. */
async function refuseOverlapping(write: () => Promise<unknown>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (errorCode(error) === '23P01') throw invalidField('time', '该时间之后终端或车辆已有绑定记录，请改用更晚的时间');
    throw error;
  }
}

/** All periods of a vehicle, newest first. */
export function bindingsOf(trx: Trx, ctx: Ctx, vehicleId: string) {
  return trx
    .selectFrom('device_binding as b')
    .innerJoin('device as dev', 'dev.id', 'b.device_id')
    .leftJoin('app_user as u', 'u.id', 'b.created_by')
    .select(['b.id', 'b.device_id as deviceId', 'dev.terminal_no as terminalNo'])
    .select([
      sql<string>`coalesce(dev.model, '')`.as('model'),
      sql<string>`coalesce(u.name, '')`.as('operator'),
      wireTimeSql(sql<Date>`lower(b.during)`, ctx.timeZone).as('startTime'),
      sql<string | null>`${wireTimeSql(sql<Date | null>`upper(b.during)`, ctx.timeZone)}`.as('endTime'),
    ])
    .where('b.vehicle_id', '=', vehicleId)
    .orderBy(sql`lower(b.during)`, 'desc')
    .limit(100)
    .execute();
}
