import { minuteMs } from '@tongda/contract/core/durations';
import type { TripSettings } from '@tongda/contract/transport/trip/settings';
import { abnormalLevel, abnormalType, reportSource } from '@tongda/contract/transport/waybill/enums';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../../../core/db/database';
import type { DB } from '../../../core/generated/db-types';
import { wireTime } from '../../../core/http/wire-time';
import type { TrackPoint } from '../../../kernel/point';
import type { Compliance } from '../../../kernel/temperature/compliance';
import { createMessage } from '../../base/message/door';
import { createAbnormalDraft } from '../abnormal/door';
import { type LegTrip, legCompliance, legTrips, type ReadPoints } from './temperature';

/** Older excursions are history: their figures are kept, nobody has to run any more. */
const newsMs = 24 * 60 * minuteMs;
/** A draft that is told to people, not only listed: the goods can still be helped. */
const toldMs = 2 * 60 * minuteMs;
/** Late points move the start of an excursion; so near it is the same one. */
const sameMs = 30 * minuteMs;

/** Goods that were too warm or too cold on one trip for a while; times are epoch ms. */
export interface Excursion {
  from: number;
  until: number;
  peakC: number;
  /** minutes that count: without doors open at a stop */
  minutes: number;
  lower: number | null;
  upper: number | null;
  orderIds: string[];
}

const overlap = (a: { from: number; until: number }, b: { from: number; until: number }): number =>
  Math.max(0, Math.min(a.until, b.until) - Math.max(a.from, b.from));

/** Excursions of all the goods of a trip that lasted `atLeastMin`; those of several orders at the same time are one. */
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
      const left = figures.excluded.reduce((sum, span) => sum + overlap(over, span), 0);
      const minutes = (over.until - over.from - left) / minuteMs;
      if (minutes < atLeastMin) continue;
      const same = found.find((one) => overlap(one, over) > 0);
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

const words = (trip: Trip, { from, minutes, peakC, lower, upper }: Excursion): string => {
  const range = [lower, upper].map((end) => (end === null ? '' : String(end))).join('~');
  return `${wireTime(from, trip.timeZone).slice(5, 16)}起厢温超出${range}℃达${Math.floor(minutes)}分钟，最${upper !== null && peakC > upper ? '高' : '低'}${Math.round(peakC * 10) / 10}℃`;
};

/** Reports an excursion once, linked to the alarm of that time if there was one, and tells those who handle reports while it is news. */
async function draft(
  trx: Transaction<DB>,
  trip: Trip,
  over: Excursion,
  place: Pick<TrackPoint, 'lng' | 'lat'> | undefined,
  settings: TripSettings,
  now: number,
): Promise<void> {
  // one at a time: two workers, or a run and the end of a leg, see the same excursion
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
  const description = words(trip, over);
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
    title: `${trip.plateNo} 在途超温`,
    content: `运单${trip.waybillCode}${description}，已起草异常${abnormalCode}`,
    vehicleId: trip.vehicleId,
    menu: 'abnormalReporting',
    onceKey: `overTemperature:${abnormalCode}`,
  });
}

/** Drafts what the figures of a trip's legs show. */
async function draftOf(
  database: Pick<Database, 'systemDb' | 'withTenant'>,
  trip: Trip,
  read: ReadPoints,
  settings: TripSettings,
  now: number,
): Promise<void> {
  const { legs, points } = await figuresOf(database.systemDb, trip.waybillId, read, settings, now);
  for (const over of excursionsOf(legs, settings.tempDraftMin)) {
    if (now - over.until > newsMs) continue;
    const place = points.find(({ t, located }) => t >= over.from && located);
    await database.withTenant({ clientId: trip.clientId, provider: false }, (trx) =>
      draft(trx, trip, over, place, settings, now),
    );
  }
}

/** The legs of one trip whose goods were on the road then, with their figures from all the points of their time. */
async function figuresOf(db: Kysely<DB>, waybillId: string, read: ReadPoints, settings: TripSettings, now: number) {
  const legs = await legTrips(db, sql`w.id = ${waybillId}`);
  const [first] = legs;
  if (!first) return { legs: [], points: [] };
  const from = Math.min(...legs.map((leg) => leg.from.getTime()));
  const until = Math.max(...legs.map((leg) => leg.until?.getTime() ?? now));
  const points = await read(first.vehicleId, from, until);
  return {
    legs: legs.map((leg) => ({ leg, figures: legCompliance(leg, inTime(points, leg, now), settings, now) })),
    points,
  };
}
const inTime = (points: readonly TrackPoint[], leg: LegTrip, now: number): TrackPoint[] =>
  points.filter(({ t }) => t >= leg.from.getTime() && t <= (leg.until?.getTime() ?? now));

/** A trip on the road: looked at closely only when its last half hour (`recent`) shows something. */
export async function draftRunning(
  database: Pick<Database, 'systemDb' | 'withTenant'>,
  trip: Trip,
  recent: readonly TrackPoint[],
  read: ReadPoints,
  settings: TripSettings,
  now: number,
): Promise<void> {
  if (settings.tempDraftMin === 0 || recent.length === 0) return;
  const legs = await legTrips(database.systemDb, sql`w.id = ${trip.waybillId} and l.transportation_status = 1`);
  const hot = legs.some((leg) => legCompliance(leg, inTime(recent, leg, now), settings, now).overs.length > 0);
  if (hot) await draftOf(database, trip, read, settings, now);
}

/** Trips whose legs were reckoned anew because they ended or late points came: what nobody saw while it happened. */
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
    if (settings.tempDraftMin > 0) await draftOf(database, trip, read, settings, now);
  }
}
