import { hourMs } from '@tongda/contract/core/durations';
import type { FieldError } from '@tongda/contract/core/endpoint';
import { type ShipmentFields, shipmentLabels } from '@tongda/contract/reports/customized/dispatch';
import { temperatureType } from '@tongda/contract/resources/vehicle/enums';
import { sql } from 'kysely';
import { declareGone, requireRow } from '../../../core/db/rows';
import type { Trx } from '../../../core/db/trx';
import type { Ctx } from '../../../core/http/ctx';
import { blockedByRule, invalid, invalidField } from '../../../core/http/errors';
import { type Register, registerWrites } from '../../../core/record/register';
import { wallToMs } from '../../../kernel/day/edges';
import { readyMs } from '../../../kernel/ground/shipment';
import { refuseForeignFiles } from '../../../modules/base/file/door';
import { orgOrNone, visibleVehicleRows } from '../../../modules/base/org/door';
import { loadPlacesById } from '../../../modules/ground/place/door';
import { type FoundShipment, findShipment } from './find';

declareGone('shipment', 'cancelled_at');

/** The moments of a shipment, from the times of its form. */
interface Times {
  load: Date;
  stops: Date[];
}
/** What the form says, with its moments read on the company's clock. */
export type Timed = ShipmentFields & { times: Times } & Record<string, unknown>;

/** How shipments are written, and how their fields read in the change history. */
export const shipmentRegister: Register<Timed> = {
  entity: 'shipment',
  table: 'shipment',
  noun: '发运',
  // the form's fields, or a stored shipment, which has the same
  wording: { labels: shipmentLabels, wordsOf: (fields, names) => inWords(fields as unknown as ShipmentFields, names) },
  columnsOf: (v) => ({
    code: v.code,
    customer_id: v.customerId,
    vehicle_id: v.vehicleId,
    driver_id: v.driverId,
    load_place_id: v.loadPlaceId,
    plan_load_at: v.times.load.toISOString(),
    plan_done_at: doneOf(v.times).toISOString(),
    busy: rangeText(busyOf(v.times)),
    goods: v.goods,
    pieces: v.pieces,
    weight_kg: thousandths(v.weightT),
    volume_l: thousandths(v.volumeM3),
    temperature_type: v.temperatureType,
    lower_c: v.lowerC,
    upper_c: v.upperC,
    notify_ids: v.notifyIds,
    file_ids: v.fileIds,
    remark: v.remark,
  }),
  twice: (index, given) =>
    index === 'shipment_code'
      ? { field: 'code', msg: given ? `发运单号${given.fields.code}已存在` : '发运单号已存在' }
      : null,
};

const thousandths = (value: number | null): number | null => (value === null ? null : Math.round(value * 1000));
const doneOf = ({ load, stops }: Times): Date => stops.at(-1) ?? load;
/** When the vehicle can do nothing else: from two hours before loading to two hours after the last unloading. */
export const busyOf = (times: Times): [Date, Date] => [
  new Date(times.load.getTime() - readyMs),
  new Date(doneOf(times).getTime() + 2 * hourMs),
];
const rangeText = ([from, until]: [Date, Date]): string => `[${from.toISOString()},${until.toISOString()})`;

/** 新增 and 编辑 of a shipment: its unloading points and its task of pre-cooling are written with it. */
export const shipmentWrites = registerWrites<ShipmentFields, Timed, FoundShipment>(shipmentRegister, {
  load: async (trx, ctx, id) => {
    const found = requireRow(await findShipment(trx, ctx, id, { lock: true }), '发运');
    if (found.cancelled) throw blockedByRule('发运已取消，不能编辑');
    if (found.status === 3) throw blockedByRule('发运已完成，不能编辑');
    return found;
  },
  prepare: async (trx, ctx, given, before) => {
    const times = readTimes(given, ctx.timeZone);
    const names = await checkRefs(trx, ctx, given, before);
    await refuseBusy(trx, ctx, given, times, before?.id ?? null);
    const known = new Set(before?.fileIds);
    await refuseForeignFiles(
      trx,
      ctx,
      given.fileIds.filter((id) => !known.has(id)),
      'fileIds',
    );
    if (before && before.status === 2) refuseChangedStart(given, before);
    const fields: Timed = { ...given, times };
    return {
      fields,
      names: new Map([...(before ? namesOf(before) : []), ...names]),
      also: async (id) => {
        await writeStops(trx, ctx, id, fields);
        await followPreCooling(trx, ctx, id, fields, before);
        return [];
      },
    };
  },
});

/** On the road neither vehicle nor loading can be another one any more. */
function refuseChangedStart(given: ShipmentFields, before: FoundShipment): void {
  if (given.vehicleId !== before.vehicleId) throw invalidField('vehicleId', '已发车，不能更换车辆');
  if (given.loadPlaceId !== before.loadPlaceId) throw invalidField('loadPlaceId', '已发车，不能更换装货站点');
}

/** The moments of a form on the company's clock. Throws 4000 at the fields whose date does not exist. */
export function readTimes({ planLoadTime, stops }: ShipmentFields, zone: string): Times {
  const faults: FieldError[] = [];
  const read = (field: string, text: string): Date => {
    const at = wallToMs(text, zone);
    if (at === null) faults.push({ field, msg: '时间不是有效的日期' });
    return new Date(at ?? 0);
  };
  const times = {
    load: read('planLoadTime', planLoadTime),
    stops: stops.map(({ planArriveTime }, i) => read(`stops.${i}.planArriveTime`, planArriveTime)),
  };
  if (faults.length > 0) throw invalid(faults);
  return times;
}

/**
 * Locks the vehicle, so that two shipments of it are told apart by the second one, and finds everything that the form points at. Throws 4000 at the
 * fields; answers the names.
 */
async function checkRefs(
  trx: Trx,
  ctx: Ctx,
  v: ShipmentFields,
  before: FoundShipment | null,
): Promise<Map<string, string>> {
  const own = sql`client_id = ${ctx.clientId}`;
  const one = async (query: ReturnType<typeof sql<{ name: string }>>): Promise<string | undefined> =>
    (await query.execute(trx)).rows[0]?.name;
  const plate = await one(sql<{
    name: string;
  }>`select v.plate_no as name from vehicle v where v.id = ${v.vehicleId} and v.${own}
    and v.deleted_at is null and ${visibleVehicleRows(ctx, 'v')} for update of v`);
  const customer = await one(sql<{
    name: string;
  }>`select c.name from customer c where c.id = ${v.customerId} and c.${own} and c.deleted_at is null
    and ${orgOrNone(ctx, 'c.org_id')}`);
  const driver = await one(sql<{
    name: string;
  }>`select d.name from driver d where d.id = ${v.driverId} and d.${own} and d.deleted_at is null
    and ${orgOrNone(ctx, 'd.org_id')}`);
  const { rows: users } = await sql<{ id: string; name: string }>`select u.id::text, u.name from app_user u
    where u.id = any(${v.notifyIds}::bigint[]) and u.${own} and u.deleted_at is null`.execute(trx);
  const places = new Map(
    (await loadPlacesById(trx, ctx, [v.loadPlaceId, ...v.stops.map(({ placeId }) => placeId)])).map((p) => [p.id, p]),
  );
  const isStop = (id: string): boolean => {
    const place = places.get(id);
    return place !== undefined && place.kind !== 'line';
  };
  const faults: FieldError[] = [];
  if (plate === undefined) faults.push({ field: 'vehicleId', msg: '所选车辆不存在或不在您的权限范围内' });
  // what has been left to somebody who is gone may stay
  if (customer === undefined && v.customerId !== before?.customerId)
    faults.push({ field: 'customerId', msg: '所选客户不存在或不在您的权限范围内' });
  if (driver === undefined && v.driverId !== before?.driverId)
    faults.push({ field: 'driverId', msg: '所选司机不存在或不在您的权限范围内' });
  if (users.length < new Set(v.notifyIds).size) faults.push({ field: 'notifyIds', msg: '所选通知人不存在' });
  if (!isStop(v.loadPlaceId)) faults.push({ field: 'loadPlaceId', msg: '所选装货站点不存在' });
  v.stops.forEach(({ placeId }, i) => {
    if (!isStop(placeId)) faults.push({ field: `stops.${i}.placeId`, msg: `第${i + 1}个卸货点不存在` });
  });
  if (faults.length > 0) throw invalid(faults);
  return new Map([
    [`vehicle ${v.vehicleId}`, plate ?? ''],
    ...(customer === undefined ? [] : [[`customer ${v.customerId}`, customer] as const]),
    ...(driver === undefined ? [] : [[`driver ${v.driverId}`, driver] as const]),
    ...users.map(({ id, name }) => [`user ${id}`, name] as const),
    ...[...places.values()].map(({ id, name }) => [`place ${id}`, name] as const),
  ]);
}

/** The vehicle is free from two hours before loading to two hours after the last unloading. */
async function refuseBusy(trx: Trx, ctx: Ctx, v: ShipmentFields, times: Times, id: string | null): Promise<void> {
  const { rows } = await sql<{
    code: string;
  }>`select s.code from shipment s where s.client_id = ${ctx.clientId} and s.vehicle_id = ${v.vehicleId}
    and s.id is distinct from ${id}::bigint and s.cancelled_at is null and s.status < 3 and s.busy && ${rangeText(busyOf(times))}::tstzrange
    order by s.plan_load_at limit 1`.execute(trx);
  const [other] = rows;
  if (other) throw invalidField('vehicleId', `车辆时间冲突：此时段已有发运${other.code}`);
}

/** Replaces the unloading points; what is known of a point that stays is kept. */
export async function writeStops(trx: Trx, ctx: Ctx, id: string, { stops, times }: Timed): Promise<void> {
  const rows = stops.map(({ placeId, pieces, contact }, i) => ({
    seq: i + 1,
    place_id: placeId,
    plan_arrive_at: times.stops[i]?.toISOString(),
    pieces,
    contact,
  }));
  await sql`with before as (delete from shipment_stop where shipment_id = ${id} returning seq, place_id, arrive_at, leave_at)
    insert into shipment_stop (shipment_id, client_id, seq, place_id, plan_arrive_at, pieces, contact, arrive_at, leave_at)
    select ${id}, ${ctx.clientId}, r.seq, r.place_id, r.plan_arrive_at, r.pieces, r.contact, b.arrive_at, b.leave_at
    from jsonb_populate_recordset(null::shipment_stop, ${JSON.stringify(rows)}::jsonb) r
      left join before b on b.seq = r.seq and b.place_id = r.place_id`.execute(trx);
}

/** Gives, changes or stops the task of pre-cooling that belongs to a shipment. It is followed in 货箱预冷 like any other. */
async function followPreCooling(
  trx: Trx,
  ctx: Ctx,
  id: string,
  { precoolC, precoolMin, vehicleId, times, loadPlaceId }: Timed,
  before: FoundShipment | null,
): Promise<void> {
  const known = before?.precoolC === null ? null : (before?.preCoolingId ?? null);
  if (precoolC === null) {
    if (known !== null)
      await sql`update pre_cooling set stopped_at = now() where id = ${known} and stopped_at is null`.execute(trx);
    await sql`update shipment set pre_cooling_id = null where id = ${id} and pre_cooling_id is not null`.execute(trx);
    return;
  }
  const site = sql`coalesce((select left(name, 30) from place where id = ${loadPlaceId}), '')`;
  if (known !== null && before?.vehicleId === vehicleId) {
    await sql`update pre_cooling set target_c = ${precoolC}, minutes = ${precoolMin ?? 30}, plan_load_at = ${times.load}, site_name = ${site}
      where id = ${known}`.execute(trx);
    return;
  }
  if (times.load.getTime() <= Date.now()) throw invalidField('precoolC', '计划装货已过，不能再下发预冷任务');
  const { rows: probes } =
    await sql`select from probe where vehicle_id = ${vehicleId} and kind = 'tem' limit 1`.execute(trx);
  if (probes.length === 0) throw invalidField('precoolC', '所选车辆未安装温度探头');
  if (known !== null)
    await sql`update pre_cooling set stopped_at = now() where id = ${known} and stopped_at is null`.execute(trx);
  await sql`with task as (
      insert into pre_cooling (client_id, vehicle_id, target_c, minutes, plan_load_at, site_name, remark, created_by, creator_name)
      select ${ctx.clientId}, ${vehicleId}, ${precoolC}, ${precoolMin ?? 30}, ${times.load}, ${site}, '发运' || s.code, ${ctx.userId}, ${ctx.userName}
      from shipment s where s.id = ${id} returning id)
    update shipment set pre_cooling_id = (select id from task) where id = ${id}`.execute(trx);
}

/** Names of what a stored shipment points at. */
const namesOf = (s: FoundShipment): Array<readonly [string, string]> => [
  [`vehicle ${s.vehicleId}`, s.plateNo],
  [`customer ${s.customerId}`, s.customerName],
  [`driver ${s.driverId}`, s.driverName],
  [`place ${s.loadPlaceId}`, s.loadPlaceName],
  ...s.stops.map(({ placeId, name }) => [`place ${placeId}`, name] as const),
  ...s.notify.map(({ id, name }) => [`user ${id}`, name] as const),
];

/** The fields of a shipment in words. */
function inWords(
  v: ShipmentFields,
  names: ReadonlyMap<string, string>,
): Partial<Record<keyof typeof shipmentLabels, string>> {
  const name = (kind: string, id: string): string => names.get(`${kind} ${id}`) ?? id;
  const figure = (value: number | null): string => (value === null ? '' : String(value));
  return {
    code: v.code,
    customerId: name('customer', v.customerId),
    vehicleId: name('vehicle', v.vehicleId),
    driverId: name('driver', v.driverId),
    loadPlaceId: name('place', v.loadPlaceId),
    planLoadTime: v.planLoadTime,
    stops: v.stops
      .map(({ placeId, planArriveTime, pieces }) => {
        const count = pieces === null ? '' : ` ${pieces}件`;
        return `${name('place', placeId)} ${planArriveTime.slice(5, 16)}${count}`;
      })
      .join(' → '),
    goods: v.goods,
    pieces: figure(v.pieces),
    weightT: figure(v.weightT),
    volumeM3: figure(v.volumeM3),
    temperatureType: temperatureType.label(v.temperatureType),
    lowerC: figure(v.lowerC),
    upperC: figure(v.upperC),
    precoolC: figure(v.precoolC),
    precoolMin: figure(v.precoolMin),
    notifyIds: v.notifyIds.map((id) => name('user', id)).join('、'),
    fileIds: v.fileIds.length > 0 ? `${v.fileIds.length}个` : '',
    remark: v.remark,
  };
}
