import { dayMs } from '@tongda/contract/core/durations';
import { billSource } from '@tongda/contract/reports/driving/refuel-bill';
import { alarmHandleStatus } from '@tongda/contract/watch/alarm/enums';
import { demoVehicles } from '@tongda/simulator/fleet/demo';
import { type Kysely, sql } from 'kysely';
import type { Trx } from '../../core/db/trx';
import type { DB } from '../../core/generated/db-types';
import { demoClients, demoUsers } from '../people/users';
import { vehicleId } from './vehicle/rows';

const clientId = demoClients.cold.id;
/** id of users.ts: who keeps the vehicles */
const keeper = '151';
/** Trucks whose tanks were measured out at a filling station. */
const calibrated = [1, 2, 3];
/** So much more one bill says than went into the tank, L. */
const missingL = 40;

/** Calibration tables of a few trunk trucks. Their sensors speak litres already, so that the tables only confirm what they say. */
export async function seedTankTables(trx: Trx, now: Date): Promise<void> {
  const since = new Date(now.getTime() - 90 * dayMs);
  const trucks = demoVehicles.filter(({ no, tankL }) => calibrated.includes(no) && tankL > 0);
  for (const { no, tankL } of trucks) {
    const points = [0, 0.25, 0.5, 0.75, 1].map((part) => [part * tankL, part * tankL]);
    await sql`insert into tank_table (client_id, vehicle_id, tank, during, capacity_l, points, shape, range_min, range_max, remark, created_at, created_by)
      values (${clientId}, ${vehicleId(no)}, 1, tstzrange(${since}, null), ${tankL}, ${JSON.stringify(points)}, 1, 0, ${tankL}, '加油站实测5点', ${since}, ${keeper})`.execute(
      trx,
    );
  }
}

/** Truck that calls at stores all day, whose trips of yesterday somebody made one of. */
const milkRun = 18;

/** Merges the calls of one truck at its stores into one trip, as the report of trips is used. Called once the past has arrived. */
export async function mergeMilkRun(db: Kysely<DB>): Promise<void> {
  await sql`insert into trip_edit (client_id, vehicle_id, locked, kind, from_time, until_time, remark, created_by, created_name)
    select ${clientId}, ${vehicleId(milkRun)}, k.locked, k.kind, d.start, d.stop, k.remark, ${keeper}, ''
    from (select min(e.start_time) as start, max(e.end_time) as stop, count(*) as trips from episode e where e.vehicle_id = ${vehicleId(milkRun)} and e.kind = 'trip' and e.status = 1
        and (e.start_time at time zone 'Asia/Shanghai')::date = (now() at time zone 'Asia/Shanghai')::date - 1) d,
      (values (true, 'merge', ''), (false, 'remark', '门店配送，各店停留并为一趟')) k(locked, kind, remark)
    where d.trips > 1`.execute(db);
}

/** Bills of the fuel card for what the trucks filled up until yesterday: two percent off at most, and one for 40 L more than the tank got. Called once the past has arrived. */
export async function seedFuelBills(db: Kysely<DB>): Promise<void> {
  await sql`with filled as (select e.*, row_number() over (order by e.start_time desc) as nth, (e.values ->> 'litres')::float8 as litres
      from episode e where e.client_id = ${clientId} and e.kind = 'refuel' and e.status <> 2 and e.start_time < now() - interval '8 hours'),
    priced as (select f.*, round((f.litres * (0.99 + (f.id % 5) * 0.005) + case when f.nth = 2 then ${missingL} else 0 end)::numeric, 2) as billed,
      7.05 + (f.id % 4) * 0.08 as price from filled f where f.nth % 6 <> 0)
    insert into refuel_bill (client_id, vehicle_id, source, fuelled_at, litres, price_yuan, amount_fen, station, card_no, bill_no, remark, created_at, created_by, updated_by)
    select ${clientId}, p.vehicle_id, ${billSource.card}, p.start_time + interval '6 minutes', p.billed, p.price, round(p.billed * p.price * 100)::bigint,
      case when p.lat < 25 then '中国石化佛山里水站' when p.lng > 118 then '中国石化沪宁高速望亭站' else '中国石油高速服务区站' end, '1000113200' || lpad((p.vehicle_id % 10000)::text, 4, '0'),
      'YK' || to_char(p.start_time, 'YYMMDD') || lpad(p.id::text, 6, '0'), '', p.start_time + interval '1 day', ${keeper}, ${keeper} from priced p`.execute(
    db,
  );
}

/** What people found when they looked at losses of fuel and silent sensors; the newest finding of a kind waits unless `newest` says otherwise. */
const looks = [
  {
    kind: 'fuelWaste',
    status: alarmHandleStatus.falseAlarm,
    remark: '坡道停车油面倾斜，驶离后油量恢复，未少油',
    newest: true,
  },
  {
    kind: 'fuelDrop',
    status: alarmHandleStatus.closed,
    remark: '夜间停车被盗油，已报警，改停有监控的停车场',
    newest: false,
  },
  { kind: 'fuelSensor', status: alarmHandleStatus.closed, remark: '传感器插头松脱，已插紧固定', newest: true },
] as const;

/** Has the company's people say what became of losses of fuel until yesterday. Called once the past has arrived. */
export async function answerFuelFindings(db: Kysely<DB>): Promise<void> {
  const name = demoUsers.find(({ id }) => id === keeper)?.name ?? '';
  for (const { kind, status, remark, newest } of looks)
    await sql`update episode e set handle_status = ${status}, handled_by = ${keeper}, handled_name = ${name}, handled_at = e.start_time + interval '5 hours',
        handle_remark = ${remark}, version = e.version + 1
      where e.client_id = ${clientId} and e.kind = ${kind} and e.status <> 2 and not e.alarm and e.handle_status = 0 and e.start_time < now() - interval '8 hours'
        and (${newest} or exists (select from episode n where n.client_id = e.client_id and n.kind = e.kind and n.start_time > e.start_time))`.execute(
      db,
    );
}
