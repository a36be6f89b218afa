import { dayMs, hourMs, minuteMs } from '@tongda/contract/core/durations';
import { degreesText, figureText } from '@tongda/contract/core/figure';
import type { TripSettings } from '@tongda/contract/transport/trip/settings';
import { abnormalLevel, abnormalType, reportSource } from '@tongda/contract/transport/waybill/enums';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../core/db/database';
import type { Trx } from '../../../core/db/trx';
import type { DB } from '../../../core/generated/db-types';
import { wireTime } from '../../../core/http/answer/wire-time';
import type { TrackPoint } from '../../../kernel/point';
import type { Compliance } from '../../../kernel/temperature/compliance';
import { createMessage } from '../../base/message/door';
import { createAbnormalDraft } from '../abnormal/door';
import { type LegTrip, legCompliance, loadLegTrips, type ReadPoints } from './temperature';

/** Age above which an excursion no longer drafts a report, ms; its figures are stored all the same. */
const newsMs = dayMs;
/** Age up to which a draft is also sent as a message, ms, because something can still be done for the goods. */
const toldMs = 2 * hourMs;
/** Two excursions that begin within so many ms of each other are the same one, whose start was moved by late points. */
const sameMs = 30 * minuteMs;

/** A span in which goods of a trip were too warm or too cold. Times epoch ms. */
export interface Excursion {
  from: number;
  until: number;
  peakC: number;
  /** minutes that count, without those of doors open at a stop */
  minutes: number;
  lower: number | null;
  upper: number | null;
  orderIds: string[];
}

const overlapMs = (a: { from: number; until: number }, b: { from: number; until: number }): number =>
  Math.max(0, Math.min(a.until, b.until) - Math.max(a.from, b.from));

/** Excursions of a trip that lasted `atLeastMin` minutes or longer. Overlapping excursions of several orders are one. */
export function excursionsOf(
  legs: ReadonlyArray<{
    leg: Pick<LegTrip, 'orderId' | 'lower' | 'upper'>;
    figures: Pick<Compliance, 'overs' | 'excluded'>;
  }>,
  atLeastMin: number,
): Excursion[] {
  const found: Excursion[] = [];
  for (const { leg, figures } of legs)
    for (const over of figures.overs) {
      const left = figures.excluded.reduce((sum, span) => sum + overlapMs(over, span), 0);
      const minutes = (over.until - over.from - left) / minuteMs;
      if (minutes < atLeastMin) continue;
      const same = found.find((one) => overlapMs(one, over) > 0);
      if (!same) {
        found.push({ ...over, minutes, lower: leg.lower, upper: leg.upper, orderIds: [leg.orderId] });
        continue;
      }
      same.from = Math.min(same.from, over.from);
      same.until = Math.max(same.until, over.until);
      same.minutes = Math.max(same.minutes, minutes);
      if (!same.orderIds.includes(leg.orderId)) same.orderIds.push(leg.orderId);
    }
  return found;
}

interface Trip {
  waybillId: string;
  waybillCode: string;
  vehicleId: string;
  plateNo: string;
  clientId: string;
  timeZone: string;
}

const excursionWords = (trip: Trip, { from, minutes, peakC, lower, upper }: Excursion): string => {
  const range = [lower, upper].map((end) => (end === null ? '' : figureText(end))).join('~');
  return `${wireTime(from, trip.timeZone).slice(5, 16)}起厢温超出${range}℃达${Math.floor(minutes)}分钟，最${upper !== null && peakC > upper ? '高' : '低'}${degreesText(peakC)}`;
};

/** Drafts the report of an excursion once, linked to the alarm of that time if there was one, and sends a message while it is recent. */
async function draftExcursion(
  trx: Trx,
  trip: Trip,
  over: Excursion,
  place: Pick<TrackPoint, 'lng' | 'lat'> | undefined,
  settings: TripSettings,
  now: number,
): Promise<void> {
  // one at a time: two workers, or a run and the end of a leg, may find the same excursion
  await sql`select id from waybill where id = ${trip.waybillId} for update`.execute(trx);
  const { rows: known } =
    await sql`select 1 from abnormal_report where client_id = ${trip.clientId} and waybill_id = ${trip.waybillId}
    and abnormal_type = ${abnormalType.overTemperature} and report_source = ${reportSource.system}
    and occurred_at between ${new Date(over.from - sameMs)} and ${new Date(over.until)} limit 1`.execute(trx);
  if (known.length > 0) return;
  const { rows: alarms } = await sql<{ id: string }>`select id::text from episode where vehicle_id = ${trip.vehicleId}
    and kind = 'temperatureAlarm' and status <> 2 and start_time <= ${new Date(over.until)}
    and coalesce(end_time, now()) >= ${new Date(over.from)} order by start_time limit 1`.execute(trx);
  const author = { clientId: trip.clientId, userId: null, userName: '系统', actor: null, timeZone: trip.timeZone };
  const description = excursionWords(trip, over);
  const abnormalCode = await createAbnormalDraft(trx, author, {
    waybillId: trip.waybillId,
    orderIds: over.orderIds,
    type: abnormalType.overTemperature,
    level: over.minutes > settings.tempMaxOverMin ? abnormalLevel.serious : abnormalLevel.minor,
    occurredAt: new Date(over.from),
    description,
    lng: place?.lng ?? null,
    lat: place?.lat ?? null,
    source: reportSource.system,
    episodeId: alarms[0]?.id ?? null,
    onceKey: `overTemperature:${trip.waybillId}:${Math.round(over.from / 1000)}`,
  });
  if (abnormalCode === null || now - over.until > toldMs) return;
  await createMessage(trx, {
    clientId: trip.clientId,
    category: 12,
    type: 12_104,
    typeName: '在途超温',
    objTag: `abnormal:${abnormalCode}|waybill:${trip.waybillCode}|vehicle:${trip.vehicleId}`,
    objName: trip.plateNo,
    title: '在途超温',
    content: `运单${trip.waybillCode}：${description}，已起草异常${abnormalCode}`,
    vehicleId: trip.vehicleId,
    menu: 'abnormalReporting',
    onceKey: `overTemperature:${abnormalCode}`,
  });
}

/** Drafts reports of the excursions in the figures of a trip's legs. */
async function draftExcursionsOf(
  database: Pick<Database, 'systemDb' | 'withTenant'>,
  trip: Trip,
  read: ReadPoints,
  settings: TripSettings,
  now: number,
): Promise<void> {
  const { legs, points } = await loadFigures(database.systemDb, trip.waybillId, read, settings, now);
  for (const over of excursionsOf(legs, settings.tempDraftMin)) {
    if (now - over.until > newsMs) continue;
    const place = points.find(({ t, located }) => t >= over.from && located);
    await database.withTenant({ clientId: trip.clientId, provider: false }, (trx) =>
      draftExcursion(trx, trip, over, place, settings, now),
    );
  }
}

/** Legs of one trip whose goods are or were on the road, with figures from all points of their time. */
async function loadFigures(db: Kysely<DB>, waybillId: string, read: ReadPoints, settings: TripSettings, now: number) {
  const legs = await loadLegTrips(db, sql`w.id = ${waybillId}`);
  const [first] = legs;
  if (!first) return { legs: [], points: [] };
  const from = Math.min(...legs.map((leg) => leg.from.getTime()));
  const until = Math.max(...legs.map((leg) => leg.until?.getTime() ?? now));
  const points = await read(first.vehicleId, from, until);
  return {
    legs: legs.map((leg) => ({ leg, figures: legCompliance(leg, pointsDuring(points, leg, now), settings, now) })),
    points,
  };
}
const pointsDuring = (points: readonly TrackPoint[], leg: LegTrip, now: number): TrackPoint[] =>
  points.filter(({ t }) => t >= leg.from.getTime() && t <= (leg.until?.getTime() ?? now));

/** Drafts reports of a trip on the road. All of its points are read only when the last half hour (`recent`) was out of range. */
export async function draftRunning(
  database: Pick<Database, 'systemDb' | 'withTenant'>,
  trip: Trip,
  recent: readonly TrackPoint[],
  read: ReadPoints,
  settings: TripSettings,
  now: number,
): Promise<void> {
  if (settings.tempDraftMin === 0 || recent.length === 0) return;
  const legs = await loadLegTrips(database.systemDb, sql`w.id = ${trip.waybillId} and l.transportation_status = 1`);
  const hot = legs.some((leg) => legCompliance(leg, pointsDuring(recent, leg, now), settings, now).overs.length > 0);
  if (hot) await draftExcursionsOf(database, trip, read, settings, now);
}

/** Drafts reports of trips whose legs were reckoned again, because they ended or late points came, for what was missed while it happened. */
export async function draftEnded(
  database: Pick<Database, 'systemDb' | 'withTenant'>,
  waybillIds: readonly string[],
  read: ReadPoints,
  settingsOf: (clientId: string) => Promise<TripSettings>,
  now: number,
): Promise<void> {
  if (waybillIds.length === 0) return;
  const db = database.systemDb;
  const { rows } =
    await sql<Trip>`select w.id::text as "waybillId", w.waybill_code as "waybillCode", w.vehicle_id::text as "vehicleId",
      v.plate_no as "plateNo", w.client_id::text as "clientId", c.time_zone as "timeZone"
    from waybill w join client c on c.id = w.client_id join vehicle v on v.id = w.vehicle_id
    where w.id = any(${[...waybillIds]}::bigint[]) and coalesce(w.actual_arrive_at, now()) > ${new Date(now - newsMs)}`.execute(
      db,
    );
  for (const trip of rows) {
    const settings = await settingsOf(trip.clientId);
    if (settings.tempDraftMin > 0) await draftExcursionsOf(database, trip, read, settings, now);
  }
}
