import { message } from '@tongda/contract/core/messages';
import { sql } from 'kysely';
import type { Trx } from '../../../../core/db/trx';
import { instantSql, wireTimeSql } from '../../../../core/http/answer/wire-time';
import type { Ctx } from '../../../../core/http/ctx';
import { blockedByRule, invalidField, notFound, refuseMoment } from '../../../../core/http/errors';
import { recordChanges } from '../../../../core/record/audit';
import { errorCode } from '../../../../core/run/error-code';
import { visibleTerminals } from '../../../base/org/door';
import { refilePositions } from '../../device/door';

const entity = 'vehicle';

interface Bind {
  vehicleId: string;
  deviceId: string;
  /** wire time in the company's zone; absent: now */
  time?: string;
}

/** The moment at which a binding changes; 4000 in the future, because positions are filed by it. */
async function readMoment(trx: Trx, ctx: Ctx, time: string | undefined): Promise<Date> {
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
 * The start of a binding made now. Terminals report whole seconds, so the period starts with the running second: a report of this second would
 * otherwise lie before it and belong to no vehicle. It starts later when another period of the vehicle or terminal ended within this second.
 */
async function findStartNow(trx: Trx, { vehicleId, deviceId }: Bind): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`select greatest(date_trunc('second', now()),
    max(coalesce(upper(during), lower(during) + interval '1 millisecond'))) as at
    from device_binding where (vehicle_id = ${vehicleId} or device_id = ${deviceId}) and not isempty(during)`.execute(
    trx,
  );
  return rows[0]?.at ?? new Date();
}

/** The running period of a vehicle or a terminal. */
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
 * Binds a terminal to a vehicle from `time` on; the vehicle's former terminal is unbound at the same moment. 4000 when the terminal is bound
 * elsewhere. Exclusion constraints of the table also refuse overlapping periods, when two users bind at the same time.
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
  const at = time ? await readMoment(trx, ctx, time) : await findStartNow(trx, bind);
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
  // positions stored since `at` belong to another vehicle now
  await refilePositions(trx, deviceId, at);
  if (old) await refilePositions(trx, old.deviceId, at);
  await noteBinding(trx, ctx, vehicleId, old ? '更换设备' : '绑定设备', old?.terminalNo ?? '', device.terminal_no);
}

/** Unbinds the terminal of a vehicle; 4011 when it has none. */
export async function unbindDevice(trx: Trx, ctx: Ctx, vehicleId: string, time?: string): Promise<void> {
  const old = await findRunning(trx, ctx, 'vehicle_id', vehicleId);
  if (!old) throw blockedByRule('该车辆没有绑定设备');
  const at = await readMoment(trx, ctx, time);
  await endPeriod(trx, old, at);
  await refilePositions(trx, old.deviceId, at);
  await noteBinding(trx, ctx, vehicleId, '解绑设备', old.terminalNo, '');
}

async function endPeriod(trx: Trx, period: { id: string; since: Date; sinceText: string }, at: Date): Promise<void> {
  if (at <= period.since) throw invalidField('time', `时间须晚于当前终端的绑定时间${period.sinceText}`);
  await trx
    .updateTable('device_binding')
    .set({ during: sql`tstzrange(lower(during), ${at})` })
    .where('id', '=', period.id)
    .execute();
}

async function noteBinding(
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

/** Turns the database's 23P01 (the period overlaps another one of the terminal or vehicle) into 4000 at `time`. */
async function refuseOverlapping(write: () => Promise<unknown>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (errorCode(error) === '23P01') throw invalidField('time', '该时间之后终端或车辆已有绑定记录，请改用更晚的时间');
    throw error;
  }
}

/** The terminals of a vehicle with their periods, newest first, at most 100. */
export function listBindings(trx: Trx, ctx: Ctx, vehicleId: string) {
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
