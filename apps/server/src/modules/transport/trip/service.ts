import { roundTo } from '@tongda/contract/core/round';
import { transportStatus } from '@tongda/contract/transport/enums';
import { type OrderLeg, offlineHintMin, type TripLive } from '@tongda/contract/transport/trip/live';
import type { LegFigures, TripCurve, TripTemperature } from '@tongda/contract/transport/trip/temperature';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { requireRow } from '../../../core/db/rows';
import type { Trx } from '../../../core/db/trx';
import type { DB } from '../../../core/generated/db-types';
import { wireTime, wireTimeSql } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import { thinSeries } from '../../../kernel/day/series';
import type { TrackPoint } from '../../../kernel/point';
import { validTempC } from '../../../kernel/temperature/figures';
import { orderScope, waybillScope } from '../../base/org/door';
import { etaAtStop, lateMinOfStop, lateOfStop, tripEta, tripLateLevel, tripLateMin } from '../figures/door';
import { loadTripSettings } from './settings';
import { type LegTrip, legCompliance, loadLegTrips, orderFigures } from './temperature';

/** Reads stored points in the transaction of the call. The role passes it in, because points belong to another module. */
export type ReadPointsIn = (db: Kysely<DB>, vehicleId: string, from: number, to: number) => Promise<TrackPoint[]>;

/** How many points a chart gets. */
const chartPoints = 300;

/** Finds the id of an order; 4004 when the caller may not see it. */
export async function findOrderId(trx: Trx, ctx: Ctx, orderCode: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`select o.id::text from customer_order o
    where o.client_id = ${ctx.clientId} and o.order_code = ${orderCode} and ${orderScope(ctx, 'o')}`.execute(trx);
  return requireRow(rows[0], '订单').id;
}
async function findWaybillId(trx: Trx, ctx: Ctx, waybillCode: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`select w.id::text from waybill w
    where w.client_id = ${ctx.clientId} and w.waybill_code = ${waybillCode} and w.voided_at is null and ${waybillScope(ctx, 'w')}`.execute(
    trx,
  );
  return requireRow(rows[0], '运单').id;
}

/** Temperatures of an order on all trucks that carried it. */
export const loadOrderTemperature = (ctx: Ctx, orderCode: string, read: ReadPointsIn): Promise<TripTemperature> =>
  ctx.db(async (trx) => loadTemperature(trx, ctx, sql`o.id = ${await findOrderId(trx, ctx, orderCode)}`, read, true));
/** Temperatures of all orders on a waybill that the caller may see. */
export const loadWaybillTemperature = (ctx: Ctx, waybillCode: string, read: ReadPointsIn): Promise<TripTemperature> =>
  ctx.db(async (trx) =>
    loadTemperature(
      trx,
      ctx,
      sql`w.id = ${await findWaybillId(trx, ctx, waybillCode)} and ${orderScope(ctx, 'o')}`,
      read,
      false,
    ),
  );

/** Figures and curves of the legs that match `where`; the share page uses it for one order. */
export async function loadTemperature(
  db: Kysely<DB>,
  { clientId, timeZone }: Pick<Ctx, 'clientId' | 'timeZone'>,
  where: RawBuilder<unknown>,
  read: ReadPointsIn,
  whole: boolean,
): Promise<TripTemperature> {
  const now = Date.now();
  const settings = await loadTripSettings(db, clientId);
  const legs = await loadLegTrips(db, sql`l.client_id = ${clientId} and ${where}`);
  const wire = (at: number) => wireTime(at, timeZone);
  const untilOf = (leg: LegTrip) => Math.max(leg.from.getTime(), leg.until?.getTime() ?? now);
  const tracks = new Map<string, { legs: LegTrip[]; from: number; until: number; points: TrackPoint[] }>();
  for (const leg of legs) {
    const known = tracks.get(leg.waybillCode) ?? { legs: [], from: leg.from.getTime(), until: 0, points: [] };
    known.legs.push(leg);
    known.from = Math.min(known.from, leg.from.getTime());
    known.until = Math.max(known.until, untilOf(leg));
    tracks.set(leg.waybillCode, known);
  }
  const curves: TripCurve[] = [];
  for (const [waybillCode, track] of tracks) {
    const [first] = track.legs;
    if (!first) continue;
    track.points = await read(db, first.vehicleId, track.from, track.until);
    curves.push({
      waybillCode,
      vehicleId: first.vehicleId,
      plateNo: first.plateNo,
      startTime: wire(track.from),
      endTime: wire(track.until),
      probes: await loadProbeNames(db, first.vehicleId),
      points: thinSeries(track.points, chartPoints).map(({ t, tempC }) => ({
        time: wire(t),
        temps: tempC.map(validTempC),
      })),
    });
  }
  const figures = legs.map((leg) => {
    const points = tracks.get(leg.waybillCode)?.points ?? [];
    const inTime = points.filter(({ t }) => t >= leg.from.getTime() && t <= untilOf(leg));
    return { leg, figures: legCompliance(leg, inTime, settings, now) };
  });
  const words = figures.map(({ leg, figures: c }): LegFigures => {
    const verdict = orderFigures([{ leg, figures: c }], settings);
    return {
      orderCode: leg.orderCode,
      waybillCode: leg.waybillCode,
      plateNo: leg.plateNo,
      fromName: leg.fromName,
      toName: leg.toName,
      startTime: wire(leg.from.getTime()),
      endTime: wire(untilOf(leg)),
      running: leg.until === null,
      lower: leg.lower,
      upper: leg.upper,
      rate: c.rate,
      coverage: c.coverage,
      longestMin: c.longestMin,
      qualified: verdict.qualified,
      inMin: c.inMin,
      outMin: c.outMin,
      noneMin: c.noneMin,
      minTemp: roundTo(c.min, 1),
      maxTemp: roundTo(c.max, 1),
      avgTemp: roundTo(c.avg, 2),
      mktTemp: roundTo(c.mktC, 2),
      endTemp: roundTo(c.endC, 1),
      overs: c.overs.map(({ from, until, peakC }) => ({
        startTime: wire(from),
        endTime: wire(until),
        peakTemp: roundTo(peakC, 1) ?? peakC,
      })),
      excluded: c.excluded.map(({ from, until }) => ({ startTime: wire(from), endTime: wire(until) })),
    };
  });
  return { total: whole && legs.length > 0 ? totalOf(orderFigures(figures, settings)) : null, legs: words, curves };
}

const totalOf = ({ rate, coverage, longestMin, qualified }: NonNullable<TripTemperature['total']>) => ({
  rate,
  coverage,
  longestMin,
  qualified,
});

async function loadProbeNames(db: Kysely<DB>, vehicleId: string): Promise<string[]> {
  const { rows } = await sql<{ channel: number; name: string }>`select channel, name from probe
    where vehicle_id = ${vehicleId} and kind = 'tem' order by channel`.execute(db);
  const names: string[] = [];
  for (const { channel, name } of rows) names[channel - 1] = name;
  return Array.from(names, (name, i) => name ?? `温度${i + 1}`);
}

/** Live state of the truck of a waybill. */
export function loadTripLive(ctx: Ctx, waybillCode: string): Promise<TripLive> {
  return ctx.db(async (trx) => {
    const id = await findWaybillId(trx, ctx, waybillCode);
    const at = (column: string) => wireTimeSql(sql<Date>`${sql.ref(column)}`, ctx.timeZone);
    const { rows } = await sql<
      Omit<TripLive, 'stops' | 'doors'>
    >`select w.waybill_code as "waybillCode", w.vehicle_id::text as "vehicleId",
        ${wireTimeSql(tripEta(), ctx.timeZone)} as "etaTime", ${at('w.eta_updated_at')} as "etaUpdateTime", ${tripLateMin} as "delayMin", ${tripLateLevel} as "delayLevel",
        case when w.set_temp_c is not null then w.cooler_status end as "coolerStatus", ${at('w.cooler_at')} as "coolerTime",
        case when w.transport_status = 1 then (select ${at('e.at')} from waybill_stop_event e join waybill_stop p on p.id = e.stop_id
          where e.waybill_id = w.id and p.seq = 1 and e.kind = 2 and not e.applied) end as "suspectDepartTime",
        ${at('w.actual_depart_at')} as "startTime",
        case when w.actual_depart_at is not null then ${wireTimeSql(sql<Date>`coalesce(w.actual_arrive_at, now())`, ctx.timeZone)} end as "endTime",
        case when w.actual_depart_at is null then 0 else (select count(*)::int from episode e where e.vehicle_id = w.vehicle_id and e.alarm and e.status <> 2
          and e.start_time >= w.actual_depart_at and e.start_time <= coalesce(w.actual_arrive_at, now())) end as "alarmCount",
        case when w.transport_status = ${transportStatus.inTransit} and s.device_time < now() - ${offlineHintMin} * interval '1 minute'
          then floor(extract(epoch from now() - s.device_time) / 60)::int end as "offlineMin"
      from waybill w left join device_state s on s.vehicle_id = w.vehicle_id where w.id = ${id}`.execute(trx);
    const { rows: doors } = await sql<
      TripLive['doors'][number]
    >`select substr(e.subject, 5)::int as door, ${at('e.start_time')} as "startTime", ${at('e.end_time')} as "endTime"
      from waybill w join episode e on e.vehicle_id = w.vehicle_id and e.kind = 'door' and e.status <> 2
        and e.start_time >= w.actual_depart_at and e.start_time <= coalesce(w.actual_arrive_at, now())
      where w.id = ${id} and not exists (select from episode p where p.vehicle_id = w.vehicle_id
        and p.kind in ('stopVisit', 'visit') and p.status <> 2 and p.start_time <= e.start_time and (p.end_time is null or p.end_time >= e.start_time))
      order by e.start_time desc limit 10`.execute(trx);
    const { rows: stops } = await sql<
      TripLive['stops'][number]
    >`select p.seq, ${wireTimeSql(etaAtStop(), ctx.timeZone)} as "etaTime", ${lateMinOfStop()} as "delayMin",
        p.out_of_order as "outOfOrder",
        case when p.stop_status = 0 and p.seq > 1 then (select ${at('e.at')} from waybill_stop_event e where e.stop_id = p.id and e.kind = 1 and not e.applied) end as "suspectArriveTime"
      from waybill_stop p join waybill w on w.id = p.waybill_id where p.waybill_id = ${id} order by p.seq`.execute(trx);
    const live = requireRow(rows[0], '运单');
    return {
      ...live,
      doors,
      stops: stops.map((stop) => (stop.etaTime === null ? { ...stop, delayMin: null } : stop)),
    };
  });
}

/** The legs of an order with truck, ends and times. */
export function loadOrderLegs(ctx: Ctx, orderCode: string): Promise<OrderLeg[]> {
  return ctx.db(async (trx) => {
    const id = await findOrderId(trx, ctx, orderCode);
    const at = (column: string) => wireTimeSql(sql<Date>`${sql.ref(column)}`, ctx.timeZone);
    const { rows } =
      await sql<OrderLeg>`select w.waybill_code as "waybillCode", w.waybill_kind as "waybillKind", l.leg_type as "legType",
        l.transportation_status as "transportationStatus", w.vehicle_id::text as "vehicleId", coalesce(v.plate_no, '') as "plateNo",
        coalesce(d.name, '') as "driverName", coalesce(d.phone, '') as "driverPhone", f.name as "fromName", t.name as "toName",
        ${at('w.plan_depart_at')} as "planDepartTime", ${at('f.leave_at')} as "departTime", ${at('t.plan_arrive_at')} as "planArriveTime",
        ${at('t.arrive_at')} as "arriveTime", case when l.transportation_status < 2 then ${wireTimeSql(etaAtStop('t'), ctx.timeZone)} end as "etaTime",
        case when l.transportation_status < 2 and t.stop_status = 0 then ${lateMinOfStop('t')} end as "delayMin",
        case when l.transportation_status < 2 then ${lateOfStop('t')} else 'onTime' end as late,
        l.plan_pieces as "planPieces", l.load_pieces as "loadPieces", l.load_counted as "loadCounted", l.unload_pieces as "unloadPieces",
        l.temp_compliance::float8 as "tempCompliance", l.temp_coverage::float8 as "tempCoverage",
        case when l.transportation_status > 0 then ${wireTimeSql(sql<Date>`coalesce(f.leave_at, w.actual_depart_at)`, ctx.timeZone)} end as "startTime",
        case when l.transportation_status > 0 then ${wireTimeSql(
          sql<Date>`case when l.transportation_status = 2 then coalesce(case when l.final then o.signed_at end, t.checked_at, t.leave_at, t.arrive_at, w.actual_arrive_at, now()) else now() end`,
          ctx.timeZone,
        )} end as "endTime"
      from waybill_leg l join waybill w on w.id = l.waybill_id join customer_order o on o.id = l.order_id
        join waybill_stop f on f.waybill_id = w.id and f.seq = l.from_seq join waybill_stop t on t.waybill_id = w.id and t.seq = l.to_seq
        left join vehicle v on v.id = w.vehicle_id left join driver d on d.id = w.driver_id
      where l.order_id = ${id} and l.client_id = ${ctx.clientId} and l.removed_at is null and w.voided_at is null order by l.leg_no, l.id`.execute(
        trx,
      );
    return rows;
  });
}
