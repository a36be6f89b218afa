import { minuteMs } from '@tongda/contract/core/durations';
import type { EnumCode } from '@tongda/contract/core/enum';
import { percentOf } from '@tongda/contract/core/round';
import { temperatureType } from '@tongda/contract/resources/vehicle/enums';
import { transportationStatus } from '@tongda/contract/transport/enums';
import { type TripSettings, type Verdict, verdictOf } from '@tongda/contract/transport/trip/settings';
import { rangeOf } from '@tongda/contract/transport/waybill/stow/compartments';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { DB } from '../../../core/generated/db-types';
import type { TrackPoint } from '../../../kernel/point';
import { type Compliance, complianceOf } from '../../../kernel/temperature/compliance';
import { channelsOfZone } from '../figures/door';

/** Reads stored points; passed in by the role, because points belong to another module. */
export type ReadPoints = (vehicleId: string, from: number, to: number) => Promise<TrackPoint[]>;

export interface LegTrip {
  legId: string;
  orderId: string;
  orderCode: string;
  waybillCode: string;
  vehicleId: string;
  plateNo: string;
  legNo: number;
  fromName: string;
  toName: string;
  lower: number | null;
  upper: number | null;
  from: Date;
  /** null: the goods are still on the truck */
  until: Date | null;
  transferred: boolean;
  /** spans in which the truck stood at stops of the trip */
  atStop: Array<{ from: number; until: number | null }>;
  channels: number[];
}

/** Condition: the order has temperature limits; for goods without any there is nothing to comply with. */
const isBounded = sql`(o.temp_min_c is not null or o.temp_max_c is not null or o.temperature_type <> ${temperatureType.general})`;

type Row = Omit<LegTrip, 'lower' | 'upper'> & {
  tempMin: number | null;
  tempMax: number | null;
  temperatureType: EnumCode<typeof temperatureType>;
};

/** Loads legs whose goods are or were under way, oldest first. A leg lasts from leaving the loading stop to the signature or the count at its end. */
export async function loadLegTrips(db: Kysely<DB>, where: RawBuilder<unknown>): Promise<LegTrip[]> {
  const { rows } = await sql<Row>`select l.id::text as "legId", o.id::text as "orderId", o.order_code as "orderCode",
      w.waybill_code as "waybillCode", w.vehicle_id::text as "vehicleId", v.plate_no as "plateNo", l.leg_no as "legNo", f.name as "fromName", t.name as "toName",
      o.temp_min_c::float8 as "tempMin", o.temp_max_c::float8 as "tempMax",
      o.temperature_type as "temperatureType", coalesce(f.leave_at, w.actual_depart_at) as from,
      case when l.transportation_status = ${transportationStatus.completed} then
        coalesce(case when l.final then o.signed_at end, t.checked_at, t.leave_at, t.arrive_at, w.actual_arrive_at) end as until,
      l.transfer_flag as transferred,
      coalesce((select jsonb_agg(jsonb_build_object('from', extract(epoch from p.arrive_at) * 1000, 'until', extract(epoch from p.leave_at) * 1000) order by p.seq)
        from waybill_stop p where p.waybill_id = w.id and p.arrive_at is not null), '[]') as "atStop",
      ${channelsOfZone(sql`w.vehicle_id`, sql`v.zones -> (l.compartment_no - 1) ->> 'name'`)} as channels
    from waybill_leg l join waybill w on w.id = l.waybill_id join customer_order o on o.id = l.order_id join vehicle v on v.id = w.vehicle_id
      join waybill_stop f on f.waybill_id = w.id and f.seq = l.from_seq join waybill_stop t on t.waybill_id = w.id and t.seq = l.to_seq
    where l.removed_at is null and w.voided_at is null and l.transportation_status > 0 and coalesce(f.leave_at, w.actual_depart_at) is not null
      and ${where} order by o.id, l.leg_no, l.id`.execute(db);
  return rows.map(({ tempMin, tempMax, ...row }) => {
    const { low, high } = rangeOf({ ...row, tempMin, tempMax, volumeM3: 0 });
    return { ...row, lower: low, upper: high };
  });
}

/** Temperature figures of a leg from the points of its time; a running one counts until `now`. */
export function legCompliance(
  leg: LegTrip,
  points: readonly TrackPoint[],
  settings: TripSettings,
  now: number,
): Compliance {
  const until = leg.until?.getTime() ?? now;
  return complianceOf({
    points,
    from: leg.from.getTime(),
    until: Math.max(until, leg.from.getTime()),
    channels: leg.channels,
    lower: leg.lower,
    upper: leg.upper,
    atStop: leg.atStop.map((stop) => ({ from: stop.from, until: stop.until ?? until })),
    graceMin: settings.tempDoorGraceMin,
  });
}

export interface OrderFigures extends Verdict {
  inMin: number;
  outMin: number;
  noneMin: number;
}

/**
 * Figures of an order from those of its legs. The time between two trucks of a reloading on the way counts as without readings; a stay at a site does
 * not count at all.
 */
export function orderFigures(
  legs: ReadonlyArray<{
    leg: Pick<LegTrip, 'from' | 'until' | 'transferred'>;
    figures: Pick<Compliance, 'inMin' | 'outMin' | 'noneMin' | 'longestMin'>;
  }>,
  settings: TripSettings,
): OrderFigures {
  let [inMin, outMin, noneMin, longestMin] = [0, 0, 0, 0];
  legs.forEach(({ leg, figures }, i) => {
    inMin += figures.inMin;
    outMin += figures.outMin;
    noneMin += figures.noneMin;
    longestMin = Math.max(longestMin, figures.longestMin);
    const next = legs[i + 1]?.leg;
    if (leg.transferred && leg.until && next)
      noneMin += Math.max(0, (next.from.getTime() - leg.until.getTime()) / minuteMs);
  });
  const rate = percentOf(inMin, inMin + outMin, 2);
  const coverage = percentOf(inMin + outMin, inMin + outMin + noneMin, 2);
  return { inMin, outMin, noneMin, ...verdictOf({ rate, coverage, longestMin }, settings) };
}

/**
 * Stores the figures of ended legs that have none yet, or whose days were computed again since because late points came. Answers the ids of their
 * waybills.
 */
export async function storeLegFigures(
  db: Kysely<DB>,
  read: ReadPoints,
  settingsOf: (clientId: string) => Promise<TripSettings>,
  limit = 50,
): Promise<string[]> {
  const { rows: due } = await sql<{
    legId: string;
    waybillId: string;
    orderId: string;
    clientId: string;
  }>`select l.id::text as "legId", l.waybill_id::text as "waybillId", l.order_id::text as "orderId",
      l.client_id::text as "clientId"
    from waybill_leg l join waybill w on w.id = l.waybill_id join customer_order o on o.id = l.order_id
    where l.removed_at is null and l.transportation_status = ${transportationStatus.completed} and w.vehicle_id is not null and w.voided_at is null
      and w.actual_depart_at > now() - interval '10 days' and ${isBounded}
      and (l.temp_calc_at is null
        or exists (select from day_summary s where s.vehicle_id = w.vehicle_id and s.late_points > 0 and s.calc_time > l.temp_calc_at
          and s.day between (l.temp_from at time zone 'UTC')::date - 1 and (l.temp_until at time zone 'UTC')::date + 1)
        or (o.signed_at is not null and l.final and l.temp_until is distinct from o.signed_at))
    order by l.id limit ${limit}`.execute(db);
  for (const { legId, orderId, clientId } of due) {
    const settings = await settingsOf(clientId);
    const [leg] = await loadLegTrips(db, sql`l.id = ${legId}`);
    const until = leg?.until ?? null;
    if (!leg || !until) {
      await sql`update waybill_leg set temp_calc_at = now() where id = ${legId}`.execute(db);
      continue;
    }
    const points = await read(leg.vehicleId, leg.from.getTime(), until.getTime());
    await writeLeg(db, leg, legCompliance(leg, points, settings, until.getTime()), until);
    await writeOrder(db, orderId, settings);
  }
  return [...new Set(due.map(({ waybillId }) => waybillId))];
}

async function writeLeg(db: Kysely<DB>, leg: LegTrip, c: Compliance, until: Date): Promise<void> {
  const rounded = (value: number | null, places: number) => (value === null ? null : value.toFixed(places));
  await sql`update waybill_leg set temp_compliance = ${c.rate}, temp_coverage = ${c.coverage}, temp_min_c = ${rounded(c.min, 1)}, temp_max_c = ${rounded(c.max, 1)},
      temp_avg_c = ${rounded(c.avg, 2)}, temp_mkt_c = ${rounded(c.mktC, 2)}, temp_in_min = ${c.inMin}, temp_out_min = ${c.outMin}, temp_none_min = ${c.noneMin},
      temp_over_min = ${c.longestMin}, temp_from = ${leg.from}, temp_until = ${until}, temp_calc_at = now() where id = ${leg.legId}`.execute(
    db,
  );
}

async function writeOrder(db: Kysely<DB>, orderId: string, settings: TripSettings): Promise<void> {
  const { rows } = await sql<{
    from: Date;
    until: Date;
    transferred: boolean;
    inMin: number;
    outMin: number;
    noneMin: number;
    longestMin: number;
  }>`select
      temp_from as from, temp_until as until, transfer_flag as transferred, temp_in_min::float8 as "inMin", temp_out_min::float8 as "outMin",
      temp_none_min::float8 as "noneMin", temp_over_min::float8 as "longestMin"
    from waybill_leg where order_id = ${orderId} and removed_at is null and temp_from is not null order by leg_no, id`.execute(
    db,
  );
  const figures = orderFigures(
    rows.map(({ from, until, transferred, ...rest }) => ({ leg: { from, until, transferred }, figures: rest })),
    settings,
  );
  await sql`update customer_order set temp_compliance = ${figures.rate}, temp_coverage = ${figures.coverage}, temp_over_min = ${figures.longestMin}
    where id = ${orderId}`.execute(db);
}
