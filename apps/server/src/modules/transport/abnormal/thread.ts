import { minuteMs } from '@tongda/contract/core/durations';
import { codes } from '@tongda/contract/core/endpoint';
import { type AbnormalMoment, type AbnormalThread, momentMinutes } from '@tongda/contract/transport/abnormal/calls';
import type { EpisodeKind, EpisodeValues } from '@tongda/contract/watch/alarm/episode';
import { alarmFactsLine, alarmTitle } from '@tongda/contract/watch/alarm/words';
import { sql } from 'kysely';
import { requireRow } from '../../../core/db/rows';
import type { Trx } from '../../../core/db/trx';
import type { Ctx } from '../../../core/http/ctx';
import { AppError, notFound } from '../../../core/http/errors';
import type { Secrets } from '../../../core/run/secrets';
import { doorState, type TrackPoint } from '../../../kernel/point';
import { listShownFiles } from '../../base/file/door';
import { orderScope, waybillScope } from '../../base/org/door';
import { listProbes, readVisible } from '../../watch/track/door';
import { stepsOf } from '../order/door';
import { findReportMoment, loadReportsOf } from './repo';

/** All reports about a waybill (or order) with their pictures and steps, and the waybill and orders themselves. */
export async function loadThread(trx: Trx, ctx: Ctx, secrets: Secrets, code: string): Promise<AbnormalThread> {
  const waybill = await findWaybillHead(trx, ctx, code);
  const orders = await loadOrdersAbout(trx, ctx, code);
  const rows = await loadReportsOf(trx, ctx, code);
  if (!waybill && orders.length === 0 && rows.length === 0) throw notFound('运单');
  const files = await listShownFiles(
    trx,
    ctx,
    secrets,
    rows.flatMap((row) => [...row.fileIds, ...row.handleFileIds]),
  );
  const reports: AbnormalThread['reports'] = [];
  for (const { fileIds, handleFileIds, ...row } of rows) {
    reports.push({
      ...row,
      files: [...fileIds, ...handleFileIds].flatMap((id) => files.get(id) ?? []),
      log: await stepsOf(trx, ctx, 'abnormal', row.abnormalCode),
    });
  }
  return { code, waybill, orders, reports };
}

async function findWaybillHead(trx: Trx, ctx: Ctx, code: string): Promise<AbnormalThread['waybill']> {
  const at = (column: string) => sql`to_char(${sql.ref(column)} at time zone ${ctx.timeZone}, 'YYYY-MM-DD HH24:MI:SS')`;
  const { rows } = await sql<
    NonNullable<AbnormalThread['waybill']>
  >`select w.waybill_code as "waybillCode", w.waybill_kind as "waybillKind",
      w.transport_status as "transportStatus", w.from_name as "fromName", w.to_name as "toName", coalesce(v.plate_no, '') as "plateNo",
      v.vehicle_color as "vehicleColor", w.vehicle_id::text as "vehicleId", coalesce(d.name, '') as "driverName",
      coalesce(d.phone, '') as "driverPhone", coalesce(c.name, '') as "carrierName", w.set_temp_c::float8 as "setTemp",
      ${at('w.plan_depart_at')} as "planDepartTime", ${at('w.actual_depart_at')} as "actualDepartTime",
      ${at('w.actual_arrive_at')} as "actualArriveTime"
    from waybill w left join vehicle v on v.id = w.vehicle_id left join driver d on d.id = w.driver_id left join carrier c on c.id = w.carrier_id
    where w.client_id = ${ctx.clientId} and w.waybill_code = ${code} and ${waybillScope(ctx, 'w')}`.execute(trx);
  return rows[0] ?? null;
}

/** The orders of a waybill that the caller may see, or the one order that has this number. */
async function loadOrdersAbout(trx: Trx, ctx: Ctx, code: string): Promise<AbnormalThread['orders']> {
  const { rows } = await sql<
    AbnormalThread['orders'][number]
  >`select o.order_code as "orderCode", k.name as "customerName", o.receiver,
      o.total_pieces as "totalPieces", o.order_status as "orderStatus", o.temperature_type as "temperatureType",
      o.temp_min_c::float8 as "tempMin", o.temp_max_c::float8 as "tempMax"
    from customer_order o join customer k on k.id = o.customer_id
    where o.client_id = ${ctx.clientId} and ${orderScope(ctx, 'o')} and (o.order_code = ${code} or o.id in (select l.order_id from waybill_leg l
      join waybill w on w.id = l.waybill_id where w.client_id = ${ctx.clientId} and w.waybill_code = ${code} and l.removed_at is null))
    order by o.id limit 200`.execute(trx);
  return rows;
}

/** How many points the chart shows; more are thinned out evenly. */
const shownPoints = 400;
const thinOut = <T>(list: readonly T[]): T[] => {
  const step = Math.ceil(list.length / shownPoints);
  return step <= 1 ? [...list] : list.filter((_, i) => i % step === 0 || i === list.length - 1);
};

const openDoorsOf = (bits: number): number[] =>
  [0, 1, 2, 3].filter((i) => ((bits >> (i * 2)) & 3) === doorState.open).map((i) => i + 1);
const oneDigit = (value: number | null): number | null => (value === null ? null : Math.round(value * 10) / 10);

/** Readings of the vehicle around the moment of a report; `readable: false` when the caller may not read them. */
export async function loadVehicleAround(trx: Trx, ctx: Ctx, abnormalCode: string): Promise<AbnormalMoment> {
  const { at, vehicleId } = requireRow(await findReportMoment(trx, ctx, abnormalCode), '异常单');
  const range = { from: at - momentMinutes * minuteMs, to: Math.min(at + momentMinutes * minuteMs, Date.now()) };
  const nothing = { readable: false, at, ...range, points: [], probes: [], alarms: [] };
  if (vehicleId === null) return nothing;
  let points: TrackPoint[];
  try {
    points = await readVisible(trx, ctx, { vehicleId, ...range }, 'track');
  } catch (error) {
    if (error instanceof AppError && error.code === codes.notFound) return nothing;
    throw error;
  }
  const probes = await listProbes(trx, vehicleId);
  return {
    readable: true,
    at,
    ...range,
    points: thinOut(points.filter(({ located }) => located)).map((point) => ({
      t: point.t,
      lng: point.lng,
      lat: point.lat,
      speedKmh: point.speedKmh === null ? null : Math.round(point.speedKmh),
      acc: point.acc,
      tempC: point.tempC.map(oneDigit),
      openDoors: openDoorsOf(point.doors),
    })),
    probes: probes
      .filter(({ kind }) => kind === 'tem')
      .map(({ channel, name, lower, upper }) => ({ channel, name, lower, upper })),
    alarms: await loadAlarmsAround(trx, vehicleId, range),
  };
}

async function loadAlarmsAround(trx: Trx, vehicleId: string, { from, to }: { from: number; to: number }) {
  const { rows } = await sql<{
    id: string;
    kind: EpisodeKind;
    level: number;
    start: number;
    end: number | null;
    subject: string;
    peak: number | null;
    limit: number | null;
    values: EpisodeValues;
  }>`select e.id::text, e.kind, e.level, (extract(epoch from e.start_time) * 1000)::float8 as start,
      (extract(epoch from e.end_time) * 1000)::float8 as end, e.subject, e.peak, e.limit_value as limit, e.values
    from episode e where e.vehicle_id = ${vehicleId} and e.alarm and e.status < 2 and e.start_time <= to_timestamp(${to / 1000})
      and coalesce(e.end_time, now()) >= to_timestamp(${from / 1000}) order by e.start_time limit 50`.execute(trx);
  return rows.map(({ id, kind, level, start, end, ...facts }) => {
    const all = { kind, ...facts, subjectName: '' };
    const line = alarmFactsLine(all);
    return { id, kind, level, start, end, text: [alarmTitle(all), line].filter(Boolean).join(' · ') };
  });
}
