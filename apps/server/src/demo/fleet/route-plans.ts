import { dayMs, minuteMs } from '@tongda/contract/core/durations';
import { routePlanStatus, routePlanType } from '@tongda/contract/ground/place/enums';
import { planSpeedKmh } from '@tongda/contract/ground/route-plan/calls';
import { sql } from 'kysely';
import type { Trx } from '../../core/db/trx';
import { wireTime } from '../../core/http/answer/wire-time';
import { wallToMs } from '../../kernel/day/edges';
import { timeBestOrder, timeStops } from '../../modules/ground/route-plan/door';
import { demoClients } from '../people/users';
import { seedDrivenPlans } from './driven-plans';
import { orgId } from './vehicle/rows';

const clientId = demoClients.cold.id;
const zone = 'Asia/Shanghai';

interface Spec {
  name: string;
  org: string;
  /** days from today and clock of the departure */
  day: number;
  clock: string;
  stops: ReadonlyArray<readonly [place: string, from?: string, to?: string]>;
  best: boolean;
  status: number;
}
const specs: Spec[] = [
  {
    name: '上海五店早配',
    org: '华东分公司',
    day: 1,
    clock: '04:30',
    stops: [
      ['上海城配中心'],
      ['鲜果源上海青浦1店', '05:00', '06:30'],
      ['盒鲜生上海闵行2店', '05:30', '07:00'],
      ['百味超市上海松江3店', '06:00', '08:00'],
      ['惠民生鲜上海闵行4店'],
    ],
    best: true,
    status: routePlanStatus.draft,
  },
  {
    name: '广州四店午配',
    org: '华南分公司',
    day: 1,
    clock: '11:00',
    stops: [
      ['广州城配中心'],
      ['惠民生鲜广州天河4店', '11:10', '11:20'],
      ['鲜果源广州番禺1店'],
      ['百味超市广州越秀3店', '13:00', '14:00'],
    ],
    best: false,
    status: routePlanStatus.draft,
  },
  {
    name: '上海青浦加单',
    org: '华东分公司',
    day: -1,
    clock: '15:00',
    stops: [['上海城配中心'], ['鲜果源上海青浦1店']],
    best: false,
    status: routePlanStatus.void,
  },
];

/** Id of the plan that `sendDemoPlan` sends to its driver once the gateway runs. */
export const planToSend = '601';

/**
 * Writes route plans to the demo company's stores: one in its best sequence, one that comes late, one that was cancelled, and those of drives that
 * simulated trucks really make.
 */
export async function seedRoutePlans(trx: Trx, now: Date): Promise<void> {
  const rows = await trx
    .selectFrom('place as p')
    .innerJoin('place_shape as g', 'g.place_id', 'p.id')
    .select(['p.id', 'p.name', 'g.lng', 'g.lat'])
    .where('p.client_id', '=', clientId)
    .where(sql<boolean>`upper_inf(g.during)`)
    .execute();
  const places = new Map(rows.map((row) => [row.name, row]));
  const today = wireTime(now, zone).slice(2, 10).replaceAll('-', '');
  for (const [i, spec] of specs.entries()) {
    const id = String(601 + i);
    const date = wireTime(now.getTime() + spec.day * dayMs, zone).slice(0, 10);
    const departAt = wallToMs(`${date} ${spec.clock}:00`, zone) ?? now.getTime();
    const stops = spec.stops.map(([name, windowFrom = null, windowTo = null]) => {
      const place = places.get(name);
      if (!place) throw new Error(`the demo has no place ${name}`);
      return { ...place, stayMin: 20, windowFrom, windowTo };
    });
    const departClock = Number(spec.clock.slice(0, 2)) * 60 + Number(spec.clock.slice(3));
    const rules = { departClock, speedKmh: planSpeedKmh, keepLast: false, returnToStart: false };
    const run = (spec.best ? timeBestOrder : timeStops)(stops, rules);
    const at = (minutes: number): Date => new Date(departAt + minutes * minuteMs);
    const planNo = `GH${today}${String(i + 1).padStart(3, '0')}`;
    const truck = await truckOf(trx, spec.org, i);
    await trx
      .insertInto('route_plan')
      .values({
        id,
        client_id: clientId,
        org_id: orgId(spec.org),
        plan_no: planNo,
        vehicle_id: truck?.id ?? null,
        name: spec.name,
        plan_type: routePlanType.tour,
        depart_at: at(0),
        plan_mileage_m: run.distanceM,
        plan_duration_min: run.minutes,
        status: spec.status,
        created_by: '151',
        updated_by: '151',
      })
      .execute();
    await trx
      .insertInto('route_plan_stop')
      .values(
        run.stops.map(({ index, distanceM, driveMin, arrive, leave, lateMin, opens, closes }, seq) => ({
          plan_id: id,
          seq: seq + 1,
          client_id: clientId,
          place_id: stops[index]?.id ?? null,
          name: stops[index]?.name ?? '',
          lng: stops[index]?.lng ?? 0,
          lat: stops[index]?.lat ?? 0,
          stay_min: 20,
          window_from: opens === null ? null : at(opens),
          window_to: closes === null ? null : at(closes),
          distance_m: distanceM,
          drive_min: driveMin,
          arrive_at: at(arrive),
          leave_at: at(leave),
          late_min: lateMin,
        })),
      )
      .execute();
  }
  await seedDrivenPlans(trx, now, 601 + specs.length);
}

/** A truck of a department that has a terminal. */
const truckOf = (trx: Trx, org: string, offset: number): Promise<{ id: string } | undefined> =>
  trx
    .selectFrom('vehicle as v')
    .innerJoin('device_binding as b', (j) => j.onRef('b.vehicle_id', '=', 'v.id').on(sql<boolean>`upper_inf(b.during)`))
    .select('v.id')
    .where('v.client_id', '=', clientId)
    .where(
      sql<boolean>`exists (select from org o where o.id = v.org_id and (o.id = ${orgId(org)} or ${orgId(org)} = any(o.path)))`,
    )
    .where('v.deleted_at', 'is', null)
    .orderBy('v.id')
    .limit(1)
    .offset(offset)
    .executeTakeFirst();
