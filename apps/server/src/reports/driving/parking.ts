import { dayMs, minuteMs } from '@tongda/contract/core/durations';
import { parkingDetails, parkingMap, parkingReport } from '@tongda/contract/reports/driving/parking';
import type { ReportQuery, ReportRow } from '@tongda/contract/reports/kit/report';
import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../../core/http/ctx';
import { invalidField } from '../../core/http/errors';
import { computeWayFacts } from '../../kernel/day/facts';
import { groupStayPlaces, type PlacedStay } from '../../kernel/motion/stay-places';
import { staysOf } from '../../kernel/motion/stays';
import { validTempC } from '../../kernel/temperature/figures';
import { findAddress, findReadableVehicle, readPermitted } from '../../modules/watch/track/door';
import { episodesOf } from '../kit/episodes';
import { chosenVehicles, mayReadFact, secondsIn, type Wish, windowsOf, windowsSql } from '../kit/query';
import { serve } from '../kit/serve';
import { fromReadings, fromSql } from '../kit/source';

type Query = ReportQuery<typeof parkingReport> & Pick<Wish, 'from' | 'until'>;
/** Without 精细停车 stays are computed from the points: vehicles times days that one query may ask for. */
const rawDays = 60;

/** Stays of the vehicle `v` computed from its points, short hops between them kept apart, in the columns of stored ones. Too many days are refused at their field. */
async function selectRawStays(ctx: Ctx, q: Query): Promise<RawBuilder<unknown>> {
  const { rows: chosen } = await ctx.db((trx) =>
    sql<{ id: string }>`select v.id::text from vehicle v where ${chosenVehicles(ctx, q)}`.execute(trx),
  );
  if (chosen.length * Math.ceil((q.until - q.from) / dayMs) > rawDays)
    throw invalidField(
      'parkingFine',
      `关闭精细停车后要按原始点重新计算，一次最多${rawDays}个车日，请减少车辆或缩短日期`,
    );
  const range = { from: q.from, to: Math.min(q.until, Date.now()) };
  const stays: object[] = [];
  for (const { id } of chosen) {
    const { segments, settings } = await ctx.db(async (trx) => {
      const vehicle = await findReadableVehicle(trx, ctx, id, 'track', range.to);
      const points = await readPermitted(trx, vehicle, { ...range, neighbours: true });
      const { segments: walked } = computeWayFacts(points, range, vehicle.settingsAt);
      return { segments: walked, settings: vehicle.settingsAt(range.to) };
    });
    const parkingMs = q.parkingDuration * minuteMs;
    for (const { start, end, open, lng, lat, accOffMs, idleMs } of staysOf(segments, {
      ...settings,
      parkingFine: false,
      parkingMs,
    }))
      stays.push({
        id: stays.length + 1,
        v: id,
        s: new Date(start),
        e: open ? null : new Date(end),
        lng,
        lat,
        values: { accOffMs, idleMs },
      });
  }
  return sql`select r.id, r.s as start_time, r.e as end_time, r.lng, r.lat, n.place_id, 0::real as blind_ratio, false as data_gap, r.values
    from jsonb_to_recordset(${JSON.stringify(stays)}::jsonb) r(id bigint, v bigint, s timestamptz, e timestamptz, lng float8, lat float8, values jsonb)
    left join lateral (select e.place_id from episode e where e.vehicle_id = v.id and e.kind = 'stay' and e.start_time <= r.s
      order by e.start_time desc limit 1) n on true where r.v = v.id`;
}

/** Stays that the filters let through, cut to range and 时段: seconds in all, with the engine off and idling. */
async function selectStays(ctx: Ctx, q: Query): Promise<RawBuilder<unknown>> {
  const source = q.parkingFine ? episodesOf('stay', q) : await selectRawStays(ctx, q);
  const windows = windowsSql(windowsOf(q, q.operatingHours, ctx.timeZone));
  const scope = { all: sql`true`, inside: sql`e.place_id is not null`, outside: sql`e.place_id is null` }[q.siteScope];
  const engine = { all: sql`true`, off: sql`p.off_s >= 60`, idle: sql`p.idle_s >= 60` }[q.engine];
  // a stay that has not ended reaches to the last report; its engine times were summed up when it was last written
  return sql`select e.*, v.id as "vehicleId", lower(c.inside) as s0, upper(c.inside) as s1, n.seconds, p.off_s, p.idle_s
    from vehicle v cross join lateral (${source}) e
    cross join lateral (select coalesce(e.end_time, (select max(d.device_time) from device_state d where d.vehicle_id = v.id), now()) as reach) w
    cross join lateral (select ${windows} * tstzmultirange(tstzrange(e.start_time, greatest(e.start_time, w.reach))) as inside) c
    cross join lateral (select ${secondsIn(sql`c.inside`)} as seconds) n
    cross join lateral (select (e.values ->> 'accOffMs')::float8 as off_ms, (e.values ->> 'idleMs')::float8 as idle_ms) m
    cross join lateral (select n.seconds * 1000 / greatest(1, case when e.end_time is null then m.off_ms + m.idle_ms
      else extract(epoch from e.end_time - e.start_time) * 1000 end) as share) h
    cross join lateral (select m.off_ms / 1000 * h.share as off_s, m.idle_ms / 1000 * h.share as idle_s) p
    where ${chosenVehicles(ctx, q)} and ${mayReadFact(ctx, sql`v.id`, sql`e.start_time`)} and n.seconds >= ${q.parkingDuration * 60} and ${scope} and ${engine}`;
}

export const summary = serve(
  parkingReport,
  fromSql(
    parkingReport,
    async (
      ctx,
      q,
    ) => sql`select s."vehicleId", s."vehicleId" as id, count(*)::int as stops, sum(s.seconds) / 3600 as hours, sum(s.off_s) / 3600 as "offHours",
      sum(s.idle_s) / 3600 as "idleHours", sum(s.seconds) / 60 / count(*) as "meanMin", max(s.seconds) / 3600 as "longestHours",
      (array_agg(s.lng order by s.seconds desc))[1] as lng, (array_agg(s.lat order by s.seconds desc))[1] as lat,
      (count(*) filter (where s.place_id is null))::int as outside, coalesce(sum(s.seconds) filter (where s.place_id is null), 0) / 3600 as "outsideHours"
      from (${await selectStays(ctx, q)}) s group by s."vehicleId"`,
  ),
);

/** Fills in the distance driven before each stay and the temperatures during it, from the points of that time. Called with the rows of one page. */
async function addReadings(ctx: Ctx, rows: Row[]): Promise<Row[]> {
  return Promise.all(
    rows.map(async (row) => {
      const [before, from, to] = [row.beforeMs ?? row.fromMs, row.fromMs, row.untilMs];
      const points = await ctx.db(async (trx) => {
        const vehicle = await findReadableVehicle(trx, ctx, row.vehicleId, 'track', to);
        return { vehicle, points: await readPermitted(trx, vehicle, { from: before, to, neighbours: true }) };
      });
      const inside = points.points.filter(({ t }) => t >= from && t <= to);
      const temps = inside.map(({ tempC }) => tempC.flatMap((c) => validTempC(c) ?? [])).filter((c) => c.length > 0);
      const { mileageM } = computeWayFacts(points.points, { from: before, to: from }, points.vehicle.settingsAt);
      return {
        ...row,
        beforeKm: row.beforeMs === null ? null : Math.round(mileageM / 100) / 10,
        temStart: temps[0]?.[0] ?? null,
        temEnd: temps.at(-1)?.[0] ?? null,
        temMax: temps.length > 0 ? Math.max(...temps.flat()) : null,
      };
    }),
  );
}
type Row = ReportRow<typeof parkingDetails>;

export const detail = serve(
  parkingDetails,
  fromSql(
    parkingDetails,
    async (
      ctx,
      q,
    ) => sql`select s.*, s.s0 as "startTime", s.start_time as at, case when s.end_time is null and s.s1 < ${new Date(q.until)} then null else s.s1 end as "endTime",
      case when s.end_time is null then 0 else 1 end as state, s.seconds / 60 as minutes, s.off_s / 60 as "offMin", s.idle_s / 60 as "idleMin",
      coalesce(g.name, '') as "siteName", g.metres as "siteM", null::float8 as "beforeKm", null::float8 as "temStart", null::float8 as "temEnd", null::float8 as "temMax",
      (select count(*)::int from episode d where d.vehicle_id = s."vehicleId" and d.kind = 'door' and d.status <> 2
        and d.start_time between s.s0 - interval '1 day' and s.s1 and coalesce(d.end_time, 'infinity') > s.s0) as doors,
      (case when s.start_time < s.s0 then '<' else '' end) || (case when s.end_time > s.s1 then '>' else '' end) as clip,
      case when s.data_gap then 'gap' when s.blind_ratio > 0 then 'late' else 'real' end as data,
      (extract(epoch from lag(s.s1) over (partition by s."vehicleId" order by s.s0)) * 1000)::float8 as "beforeMs",
      (extract(epoch from s.s0) * 1000)::float8 as "fromMs", (extract(epoch from s.s1) * 1000)::float8 as "untilMs"
      from (${await selectStays(ctx, q)}) s left join lateral (select p.name,
        12742017.6 * asin(sqrt(sin(radians(x.lat - s.lat) / 2) ^ 2 + cos(radians(x.lat)) * cos(radians(s.lat)) * sin(radians(x.lng - s.lng) / 2) ^ 2)) as metres
        from place p left join place_shape x on x.place_id = p.id and x.during @> s.start_time where p.id = s.place_id limit 1) g on true`,
    { finish: addReadings },
  ),
);

interface MapStay extends PlacedStay {
  siteName: string | null;
}

/** Stays of the vehicles as places, a row each. */
async function loadPlaces(ctx: Ctx, q: Query) {
  const from = await selectStays(ctx, q);
  const { rows } = await ctx.db((trx) =>
    sql<MapStay>`select s."vehicleId"::text as "vehicleId", s.lng, s.lat, s.place_id::text as "siteId", p.name as "siteName", s.seconds,
      s.idle_s as "idleSeconds" from (${from}) s left join place p on p.id = s.place_id where s.lng is not null`.execute(
      trx,
    ),
  );
  const names = new Map(rows.map(({ siteId, siteName }) => [siteId, siteName]));
  return Promise.all(
    groupStayPlaces(rows).map(async ({ siteId, lng, lat, stays: here }, i) => {
      const sum = (of: (stay: PlacedStay) => number): number => here.reduce((all, stay) => all + of(stay), 0) / 3600;
      const [hours, idleHours] = [sum(({ seconds }) => seconds), sum(({ idleSeconds }) => idleSeconds)];
      return {
        id: siteId ?? `p${i + 1}`,
        name: names.get(siteId) ?? (await findAddress(lng, lat)),
        kind: siteId === null ? 'outside' : 'site',
        stops: here.length,
        vehicles: new Set(here.map(({ vehicleId }) => vehicleId)).size,
        hours,
        idleHours,
        longestHours: Math.max(...here.map(({ seconds }) => seconds)) / 3600,
        idlePercent: hours > 0 ? (100 * idleHours) / hours : null,
        lng,
        lat,
      };
    }),
  );
}

export const map = serve(parkingMap, fromReadings(parkingMap, { load: loadPlaces, rows: (places) => places }));
