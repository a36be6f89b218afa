import { dayMs } from '@tongda/contract/core/durations';
import { sql } from 'kysely';
import type { Trx } from '../../core/db/trx';
import type { Ctx } from '../../core/http/ctx';
import { invalidField, notFound } from '../../core/http/errors';
import { mapFew } from '../../core/run/few-at-once';
import type { TrackPoint } from '../../kernel/point';
import { type FoundPortable, findPortable } from '../../modules/resources/equipment/door';
import { readsAtOnce, type Wish } from '../kit/query';
import { readableUntil } from '../kit/service-end';

/** A reading of a portable recorder: a point of the way with what only a recorder tells. It has neither speed nor ignition nor doors. */
export interface RecorderPoint extends TrackPoint {
  locType: number | null;
  battPct: number | null;
  battV: number | null;
  charging: boolean | null;
  signal: number | null;
}

/** One recorder and what it told in a range (epoch ms, cut at now and at the end of its service), in order of time. */
export interface Recorded {
  recorder: FoundPortable;
  /** `WK20261001 医药箱` */
  name: string;
  range: { from: number; until: number };
  points: RecorderPoint[];
  /** where it was last known to be before the range, WGS-84; null: nowhere */
  placeBefore: { lng: number; lat: number } | null;
}

/** Days of recorders whose readings one question may read. */
const mostDays = 186;

type RecorderWish = Pick<Wish, 'from' | 'until'> & { recorderIds: readonly string[] };

/** The readings of the chosen recorders. 4004 for one that the caller may not see; a sentence for one whose service had ended before the range. */
export async function loadRecorded(ctx: Ctx, wish: RecorderWish): Promise<Recorded[]> {
  const { from, until, recorderIds } = wish;
  const days = Math.ceil((until - from) / dayMs) * recorderIds.length;
  if (days > mostDays)
    throw invalidField('endTime', `一次最多查询${mostDays}个设备日的读数，请减少设备或缩短日期（现为${days}个）`);
  return mapFew(recorderIds, readsAtOnce, (id) => ctx.db((trx) => loadOne(trx, ctx, id, { from, until })));
}

async function loadOne(trx: Trx, ctx: Ctx, id: string, { from, until }: Recorded['range']): Promise<Recorded> {
  const recorder = await findPortable(trx, ctx, id);
  if (!recorder) throw notFound('便携设备');
  const { serviceEnd, deviceNo, name } = recorder;
  const paidUntil = readableUntil(ctx, `便携设备${deviceNo}`, serviceEnd, from);
  const range = { from, until: Math.max(from, Math.min(until, paidUntil, Date.now())) };
  const { rows } = await sql<{ lng: number; lat: number }>`select lng, lat from portable_reading
    where portable_id = ${id} and device_time < ${new Date(from)} and lng is not null order by device_time desc limit 1`.execute(
    trx,
  );
  const points = await readPoints(trx, id, range);
  return { recorder, name: `${deviceNo} ${name}`.trim(), range, points, placeBefore: rows[0] ?? null };
}

interface StoredReading {
  t: number;
  receiveTime: number;
  lng: number | null;
  lat: number | null;
  tempC: Array<number | null> | null;
  humPct: Array<number | null> | null;
  late: boolean;
  locType: number | null;
  battPct: number | null;
  battV: number | null;
  charging: boolean | null;
  signal: number | null;
}

async function readPoints(trx: Trx, id: string, { from, until }: Recorded['range']): Promise<RecorderPoint[]> {
  const { rows } =
    await sql<StoredReading>`select (extract(epoch from device_time) * 1000)::float8 as t, (extract(epoch from receive_time) * 1000)::float8 as "receiveTime",
      lng, lat, temp_c as "tempC", hum_pct as "humPct", late, loc_type as "locType", batt_pct as "battPct", batt_v as "battV", charging, signal
    from portable_reading where portable_id = ${id} and device_time >= ${new Date(from)} and device_time < ${new Date(until)} order by device_time`.execute(
      trx,
    );
  return rows.map(({ lng, lat, tempC, humPct, ...told }) => ({
    ...told,
    ...{ lng: lng ?? 0, lat: lat ?? 0, located: lng !== null && lat !== null },
    ...{ tempC: tempC ?? [], humPct: humPct ?? [] },
    ...{ speedKmh: null, directionDeg: null, acc: false, odometerM: null, alarmBits: 0, doors: 0, fuelL: [] },
  }));
}
