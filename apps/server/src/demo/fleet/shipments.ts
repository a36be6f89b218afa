import { hourMs, minuteMs } from '@tongda/contract/core/durations';
import { demoVehicles } from '@tongda/simulator/fleet/demo';
import { sql } from 'kysely';
import type { Trx } from '../../core/db/trx';
import { wireTime } from '../../core/http/answer/wire-time';
import { readyMs } from '../../kernel/ground/shipment';
import { demoClients } from '../people/users';
import { type Run, runsBetween } from './truck-stands';
import { vehicleId } from './vehicle/rows';

const clientId = demoClients.cold.id;
const zone = 'Asia/Shanghai';
/** How far back and ahead drives of the trucks are looked for, ms; the history of every demo reaches that far back. */
const [backMs, aheadMs] = [20 * hourMs, 16 * hourMs];
/** Shipments that are over, on the road and to come. */
const wanted = { over: 6, running: 5, coming: 5 } as const;
type State = keyof typeof wanted;
const goods = ['低温酸奶', '巴氏鲜奶', '疫苗冷链箱', '阳山水蜜桃', '冷鲜猪肉', '速冻水饺'] as const;
/** temperatureType and bounds by the box of the truck. */
const zones = { chilled: [2, 0, 8], frozen: [3, null, -15] } as const;

interface Drive {
  no: number;
  box: keyof typeof zones;
  run: Run;
  state: State;
}

function stateOf({ load, drops }: Run, now: number): State | null {
  const lastAt = drops.at(-1)?.leaveAt ?? 0;
  if (lastAt < now - 20 * minuteMs) return 'over';
  if (load.leaveAt < now - 20 * minuteMs && lastAt > now + 30 * minuteMs) return 'running';
  return load.leaveAt > now + hourMs ? 'coming' : null;
}

/** Drives that the trucks of the simulator really make, one of each truck. */
function findDrives(now: number, known: ReadonlySet<string>): Drive[] {
  const left: Record<State, number> = { ...wanted };
  const found: Drive[] = [];
  for (const vehicle of demoVehicles) {
    if (left.over + left.running + left.coming === 0) break;
    const { box } = vehicle;
    if (box !== 'chilled' && box !== 'frozen') continue;
    for (const run of runsBetween(vehicle, now - backMs, now + aheadMs)) {
      const drops = run.drops.filter(({ spot }) => known.has(spot.name)).slice(0, 4);
      if (drops.length === 0 || !known.has(run.load.spot.name)) continue;
      const state = stateOf({ ...run, drops }, now);
      if (state === null || left[state] === 0) continue;
      left[state]--;
      found.push({ no: vehicle.no, box, run: { ...run, drops }, state });
      break;
    }
  }
  return found;
}

/**
 * 发运: shipments of two customers over drives that the trucks make, planned as a shipper would. The visits of the trucks tell what became of them, as in
 * any company; every fifth is planned so tightly that it is late.
 */
export async function seedShipments(trx: Trx, now: Date): Promise<void> {
  const { rows: places } = await sql<{ id: string; name: string }>`select distinct on (name) id::text, name from place
    where client_id = ${clientId} and kind in ('site', 'region') and deleted_at is null order by name, id`.execute(trx);
  const placeOf = new Map(places.map(({ id, name }) => [name, id]));
  const { rows: customers } = await sql<{
    id: string;
  }>`select id::text from customer where client_id = ${clientId} and deleted_at is null
    order by id limit 3`.execute(trx);
  const drives = findDrives(now.getTime(), new Set(placeOf.keys()));
  const day = wireTime(now, zone).slice(2, 10).replaceAll('-', '');
  for (const [i, { no, box, run }] of drives.entries()) {
    const { rows: drivers } = await sql<{
      id: string;
    }>`select coalesce(v.driver_id, (select min(d.id) from driver d where d.client_id = ${clientId}
      and d.deleted_at is null))::text as id from vehicle v where v.id = ${vehicleId(no)}`.execute(trx);
    const tight = i % 5 === 3;
    const plan = (at: number): Date =>
      new Date(Math.round((at + (tight ? -40 : 10) * minuteMs) / (5 * minuteMs)) * 5 * minuteMs);
    const loadAt = new Date(Math.round((run.load.leaveAt - 40 * minuteMs) / (5 * minuteMs)) * 5 * minuteMs);
    const stops = run.drops.map(({ spot, arriveAt }, k) => ({
      place: placeOf.get(spot.name),
      // each stop is planned after the one before, however tight
      at: new Date(Math.max(plan(arriveAt).getTime(), loadAt.getTime() + (k + 1) * 5 * minuteMs)),
      pieces: 20 + ((i * 7 + k * 13) % 60),
    }));
    const doneAt = stops.at(-1)?.at ?? loadAt;
    const [type, lower, upper] = zones[box];
    const pieces = stops.reduce((sum, stop) => sum + stop.pieces, 0);
    const { rows } = await sql<{
      id: string;
    }>`insert into shipment (client_id, code, customer_id, vehicle_id, driver_id, load_place_id, plan_load_at, plan_done_at,
        busy, goods, pieces, weight_kg, volume_l, temperature_type, lower_c, upper_c, notify_ids, updated_by)
      values (${clientId}, ${`FY${day}-${String(i + 1).padStart(3, '0')}`}, ${customers[i % customers.length]?.id}, ${vehicleId(no)}, ${drivers[0]?.id},
        ${placeOf.get(run.load.spot.name)}, ${loadAt}, ${doneAt}, tstzrange(${new Date(loadAt.getTime() - readyMs)}, ${new Date(doneAt.getTime() + 2 * hourMs)}),
        ${goods[i % goods.length]}, ${pieces}, ${pieces * 12}, ${pieces * 40}, ${type}, ${lower}, ${upper}, '{151}', '151') returning id::text`.execute(
      trx,
    );
    for (const [k, stop] of stops.entries())
      await sql`insert into shipment_stop (shipment_id, seq, client_id, place_id, plan_arrive_at, pieces)
        values (${rows[0]?.id}, ${k + 1}, ${clientId}, ${stop.place}, ${stop.at}, ${stop.pieces})`.execute(trx);
  }
}
