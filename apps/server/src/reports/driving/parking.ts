import { parkingDetails, parkingMap, parkingReport } from '@tongda/contract/reports/driving/parking';
import type { ReportRow } from '@tongda/contract/reports/kit/report';
import { type RawBuilder, sql } from 'kysely';
import { planAnew } from '../../core/db/statements';
import type { Ctx } from '../../core/http/ctx';
import { computeWayFacts } from '../../kernel/day/facts';
import { groupStayPlaces, type PlacedStays } from '../../kernel/motion/stay-places';
import { validTempC } from '../../kernel/temperature/figures';
import { findAddress, readPermitted } from '../../modules/watch/track/door';
import { findReportVehicle } from '../kit/lent';
import { chosenVehicles } from '../kit/query';
import { serve } from '../kit/serve';
import { fromReadings } from '../kit/source';
import { fromSql } from '../kit/sql-source';
import { chosenForStays, type StayQuery, selectStays, staysOfVehicle } from './stays';

export const summary = serve(
  parkingReport,
  fromSql(
    parkingReport,
    // vehicle by vehicle: no list of all stays is put in order
    async (
      ctx,
      q,
    ) => sql`select v.id as "vehicleId", v.id, g.* from vehicle v cross join lateral (select count(*)::int as stops, sum(s.seconds) / 3600 as hours,
        sum(s.off_s) / 3600 as "offHours", sum(s.idle_s) / 3600 as "idleHours", sum(s.seconds) / 60 / count(*) as "meanMin", max(s.seconds) / 3600 as "longestHours",
        (array_agg(s.lng order by s.seconds desc))[1] as lng, (array_agg(s.lat order by s.seconds desc))[1] as lat,
        (count(*) filter (where s.place_id is null))::int as outside, coalesce(sum(s.seconds) filter (where s.place_id is null), 0) / 3600 as "outsideHours"
        from (${await staysOfVehicle(ctx, q)}) s having count(*) > 0) g where ${chosenVehicles(ctx, q)}`,
    { keys: (q) => (q.parkingFine ? 'bigint' : null) },
  ),
);

/** Fills in the distance driven before each stay and the temperatures during it, from the points of that time. Called with the rows of one page. */
async function addReadings(ctx: Ctx, rows: Row[]): Promise<Row[]> {
  return Promise.all(
    rows.map(async (row) => {
      const [before, from, to] = [row.beforeMs ?? row.fromMs, row.fromMs, row.untilMs];
      const points = await ctx.db(async (trx) => {
        const vehicle = await findReportVehicle(trx, ctx, row.vehicleId, 'track', to);
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

/** Metres from the stay `s` to the middle `x` of its place. */
const siteMetres = sql`12742017.6 * asin(sqrt(sin(radians(x.lat - s.lat) / 2) ^ 2 + cos(radians(x.lat)) * cos(radians(s.lat)) * sin(radians(x.lng - s.lng) / 2) ^ 2))`;
/** Something of the place `p` of the stay `s`, and of its ground `x` then. A column by itself, so that it is looked up only where it is shown. */
const ofSite = (what: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select ${what} from place p left join place_shape x on x.place_id = p.id and x.during @> s.start_time where p.id = s.place_id limit 1)`;

export const detail = serve(
  parkingDetails,
  fromSql(
    parkingDetails,
    async (
      ctx,
      q,
    ) => sql`select s.*, s.s0 as "startTime", s.start_time as at, 0 as seq, case when s.end_time is null and s.s1 < ${new Date(q.until)} then null else s.s1 end as "endTime",
      case when s.end_time is null then 0 else 1 end as state, s.seconds / 60 as minutes, s.off_s / 60 as "offMin", s.idle_s / 60 as "idleMin",
      coalesce(${ofSite(sql`p.name`)}, '') as "siteName", ${ofSite(siteMetres)} as "siteM", null::float8 as "beforeKm", null::float8 as "temStart", null::float8 as "temEnd", null::float8 as "temMax",
      case when s.end_time is not null and s.s0 = s.start_time and s.s1 = s.end_time and s.door_opens is not null then s.door_opens
        else (select d.opens from doors_within(s."vehicleId", s.s0, s.s1) d) end as doors,
      (case when s.start_time < s.s0 then '<' else '' end) || (case when s.end_time > s.s1 then '>' else '' end) as clip,
      case when s.data_gap then 'gap' when s.blind_ratio > 0 then 'late' else 'real' end as data,
      (extract(epoch from s.s0) * 1000)::float8 as "fromMs", (extract(epoch from s.s1) * 1000)::float8 as "untilMs"
      from (select s.*, (extract(epoch from lag(s.s1) over (partition by s."vehicleId" order by s.s0)) * 1000)::float8 as "beforeMs"
        from (${await selectStays(ctx, q)}) s) s`,
    { finish: addReadings, keys: (q) => (q.parkingFine ? 'bigint' : null), number: 'seq' },
  ),
);

/** Stays of one spot: of one site, or outside of sites within the same ten metres. Durations in seconds. */
interface SpotStays extends PlacedStays {
  siteName: string | null;
  vehicleIds: string[];
  stops: number;
  seconds: number;
  idleSeconds: number;
}
/** A spot outside of sites: degrees in ten thousandths, 11 m. */
const spot = (degrees: RawBuilder<unknown>) =>
  sql`case when s.place_id is null then round(${degrees} * 10000)::int end`;

/** Stays of the vehicles as places, a row each. The database puts those of one spot together: a company has hundreds of thousands in a month. */
async function loadPlaces(ctx: Ctx, q: StayQuery) {
  // vehicle by vehicle first: what is put in order are the spots of one vehicle, not all stays
  const ofVehicles = sql`select v.id as "vehicleId", g.* from vehicle v cross join lateral (select s.place_id, ${spot(sql`s.lng`)} as x, ${spot(sql`s.lat`)} as y,
      count(*)::int as stops, sum(s.seconds) as seconds, sum(s.idle_s) as idle, max(s.seconds) as longest, sum(s.lng) as lng, sum(s.lat) as lat
      from (${await staysOfVehicle(ctx, q)}) s where s.lng is not null group by 1, 2, 3) g where ${chosenForStays(ctx, q)}`;
  const { rows } = await ctx.db((trx) =>
    sql<SpotStays>`select ${sql.raw(planAnew)} s.place_id::text as "siteId", (select p.name from place p where p.id = s.place_id) as "siteName", s."longestS", s.lng, s.lat, s."vehicleIds", s.stops,
        s.seconds, s."idleSeconds"
      from (select v.place_id, array_agg(v."vehicleId"::text) as "vehicleIds", sum(v.stops)::int as stops, sum(v.seconds) as seconds, sum(v.idle) as "idleSeconds",
          max(v.longest) as "longestS", sum(v.lng) / sum(v.stops)::float8 as lng, sum(v.lat) / sum(v.stops)::float8 as lat
        from (${ofVehicles}) v group by v.place_id, v.x, v.y) s`.execute(trx),
  );
  const names = new Map(rows.map(({ siteId, siteName }) => [siteId, siteName]));
  return Promise.all(
    groupStayPlaces(rows).map(async ({ siteId, lng, lat, stays: here }, i) => {
      const sum = (of: (stays: SpotStays) => number): number => here.reduce((all, stays) => all + of(stays), 0);
      const hours = sum(({ seconds }) => seconds) / 3600;
      const idleHours = sum(({ idleSeconds }) => idleSeconds) / 3600;
      return {
        id: siteId ?? `p${i + 1}`,
        name: names.get(siteId) ?? (await findAddress(lng, lat)),
        kind: siteId === null ? 'outside' : 'site',
        stops: sum(({ stops }) => stops),
        vehicles: new Set(here.flatMap(({ vehicleIds }) => vehicleIds)).size,
        hours,
        idleHours,
        // a place may have more spots than a call has arguments
        longestHours: here.reduce((most, { longestS }) => Math.max(most, longestS), 0) / 3600,
        idlePercent: hours > 0 ? (100 * idleHours) / hours : null,
        lng,
        lat,
      };
    }),
  );
}

export const map = serve(parkingMap, fromReadings(parkingMap, { load: loadPlaces, rows: (places) => places }));
