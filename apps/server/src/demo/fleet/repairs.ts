import { dayMs, hourMs } from '@tongda/contract/core/durations';
import { maintainStatus, repairKind } from '@tongda/contract/resources/vehicle/enums';
import { type DemoVehicle, demoVehicles } from '@tongda/simulator/fleet/demo';
import { storiesOf } from '@tongda/simulator/fleet/stories';
import { dutyDayOf } from '@tongda/simulator/world/calendar';
import { odometerAtDutyM } from '@tongda/simulator/world/state-rules';
import { type Insertable, sql } from 'kysely';
import type { Trx } from '../../core/db/trx';
import type { VehicleRepair } from '../../core/generated/db-types';
import { demoClients } from '../people/users';
import { dateIn, vehicleId } from './vehicle/rows';

const clientId = demoClients.cold.id;

/** Faults: reason, parts, cost in yuan, hours in the workshop. */
const faults: ReadonlyArray<readonly [reason: string, parts: string, costYuan: number, hours: number]> = [
  ['左前制动片磨损，制动偏软', '前制动片一副', 860, 5],
  ['冷机皮带打滑，降温慢', '冷机压缩机皮带', 1280, 8],
  ['后门铰链松动，关门不严', '铰链、门封条', 540, 3],
  ['电瓶亏电，冷启动困难', '电瓶两块', 1560, 2],
];
const workshops = ['青浦一汽解放服务站', '嘉定顺通汽修', '佛山重汽特约维修站'];

/** Reason and remark for the trucks that are in the workshop now, by their story. */
const nowInRepair: Readonly<Record<'workshop' | 'neverOnline', readonly [reason: string, remark: string]>> = {
  workshop: ['变速箱异响，高速挡脱挡', '等待同步器总成到货，预计三天'],
  neverOnline: ['新装终端未上线，返厂查电源与天线', ''],
};

type Row = Insertable<VehicleRepair>;

/** Writes the repair orders of the demo company: upkeep of its own trucks, past faults, trucks in the workshop now, and one that waits. */
export async function seedRepairs(trx: Trx, now: Date): Promise<void> {
  const own = demoVehicles.filter((v) => v.carrier === null);
  const rows = own.flatMap((v) => [...pastRepairs(v, now), ...openRepairs(v, now)]);
  await trx.insertInto('vehicle_repair').values(rows).execute();
  await sql`update vehicle set upkeep_km = case when vehicle_length_m > 8 then 30000 else 15000 end, upkeep_days = 180
    where client_id = ${clientId} and vehicle_cq = 0`.execute(trx);
}

/** A repair order that was reported `hours` ago; its number is of that day. */
function repairOf(v: DemoVehicle, now: Date, hours: number, serial: number): Omit<Row, 'kind' | 'reason'> {
  const at = new Date(now.getTime() - hours * hourMs);
  return {
    client_id: clientId,
    vehicle_id: vehicleId(v.no),
    repair_code: `WX${dateIn(at, 0).replaceAll('-', '').slice(2)}${String(serial).padStart(5, '0')}`,
    reported_at: at,
    workshop: workshops[v.fleet === '华南城配' ? 2 : v.no % 2] ?? '',
    mileage_m: String(Math.round(odometerAtDutyM(v, dutyDayOf(v, at.getTime())) / 100) * 100),
    created_by: '151',
    updated_by: '151',
    created_at: at,
    updated_at: at,
  };
}

const hoursAfter = (from: Date, hours: number): Date => new Date(from.getTime() + hours * hourMs);

function pastRepairs(v: DemoVehicle, now: Date): Row[] {
  const upkeepHours = (20 + ((v.no * 13) % 50)) * 24;
  const upkeepAt = new Date(now.getTime() - upkeepHours * hourMs);
  const upkeep: Row = {
    ...repairOf(v, now, upkeepHours, v.no),
    kind: repairKind.upkeep,
    maintain_status: maintainStatus.done,
    reason: '定期保养',
    parts: v.tankL === 0 ? '空调滤芯、制动液' : '机油、机滤、柴滤',
    started_at: hoursAfter(upkeepAt, 1),
    ended_at: hoursAfter(upkeepAt, 4),
    updated_at: hoursAfter(upkeepAt, 4),
    cost_fen: String((v.volts === 24 ? 168_000 : 72_000) + (v.no % 5) * 2_500),
  };
  const [reason, parts, costYuan, hours] = faults[v.no % faults.length] ?? ['', '', 0, 1];
  if (v.no % 3 !== 0) return [upkeep];
  const brokeHours = upkeepHours + 40 * 24 + v.no;
  const brokeAt = new Date(now.getTime() - brokeHours * hourMs);
  const repair: Row = {
    ...repairOf(v, now, brokeHours, 100 + v.no),
    kind: repairKind.repair,
    maintain_status: maintainStatus.done,
    reason,
    parts,
    started_at: hoursAfter(brokeAt, 2),
    ended_at: hoursAfter(brokeAt, 2 + hours),
    updated_at: hoursAfter(brokeAt, 2 + hours),
    cost_fen: String(costYuan * 100),
  };
  return [upkeep, repair];
}

function openRepairs(v: DemoVehicle, now: Date): Row[] {
  const kind = storiesOf(v.no).find((s) => s.kind === 'workshop' || s.kind === 'neverOnline')?.kind;
  if (kind === 'workshop' || kind === 'neverOnline') {
    const [reason, remark] = nowInRepair[kind];
    const base = repairOf(v, now, 50, 200 + v.no);
    return [
      {
        ...base,
        kind: repairKind.repair,
        maintain_status: maintainStatus.inRepair,
        reason,
        remark,
        started_at: new Date(now.getTime() - 2 * dayMs),
      },
    ];
  }
  if (v.no !== waiting) return [];
  return [
    { ...repairOf(v, now, 20, 200 + v.no), kind: repairKind.repair, reason: '行驶中方向轻微跑偏，约下次回场检查' },
  ];
}
/** Truck whose repair is reported and has not begun. */
const waiting = 10;
