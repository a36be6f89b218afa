import type { CurveAnswer } from '@tongda/contract/reports/kit/curve';
import { sql } from 'kysely';
import type { Ctx } from '../../core/http/ctx';
import { AppError } from '../../core/http/errors';
import { mapFew } from '../../core/run/few-at-once';
import { computeWayFacts } from '../../kernel/day/facts';
import type { Segment } from '../../kernel/motion/segments';
import { spellsOf } from '../../kernel/motion/spells';
import { readPermitted } from '../../modules/watch/track/door';
import { findReportVehicle } from '../kit/lent';
import { chosenVehicles, mayReadFact, ofVehicle, readsAtOnce } from '../kit/query';

/** epoch ms */
interface Range {
  from: number;
  until: number;
}
/** A trip of a driver, cut to the range. */
interface Drove extends Range {
  vehicleId: string;
  /** by the caller */
  readable: boolean;
}

/**
 * When the driver drove, idled and rested, in whichever vehicles he had (report.md 6.0): within his trips, as his other figures count them. Null when no
 * trip of his is known, or when the caller may not see one of them: driving must not look like rest.
 */
export async function driverStrips(ctx: Ctx, driverId: string, range: Range): Promise<CurveAnswer['strips'] | null> {
  const trips = await findTrips(ctx, driverId, range);
  if (trips.length === 0 || trips.some(({ readable }) => !readable)) return null;
  const segments = (await mapFew(trips, readsAtOnce, (trip) => segmentsIn(ctx, trip))).flat();
  const driving = spellsOf(segments);
  const spans = (state: Segment['state']): Range[] =>
    driving.filter((spell) => spell.state === state).map(({ start, end }) => ({ from: start, until: end }));
  return [
    { name: '司机行驶', tone: 'drive', spans: spans('moving') },
    { name: '司机怠速', tone: 'wait', spans: spans('idle') },
    { name: '司机休息', tone: 'stay', spans: restOf([...spans('moving'), ...spans('idle')], range) },
  ];
}

async function findTrips(ctx: Ctx, driverId: string, { from, until }: Range): Promise<Drove[]> {
  const [first, last] = [new Date(from), new Date(until)];
  const { rows } = await ctx.db((trx) =>
    sql<Drove>`select v.id::text as "vehicleId", (extract(epoch from greatest(e.start_time, ${first})) * 1000)::float8 as from,
        (extract(epoch from least(coalesce(e.end_time, ${last}), ${last})) * 1000)::float8 as until,
        ${chosenVehicles(ctx, {})} and ${mayReadFact(ctx, ofVehicle('v'), sql`e.start_time`)} as readable
      from episode e join vehicle v on v.id = e.vehicle_id
      where e.driver_id = ${driverId} and e.kind = 'trip' and e.status <> 2 and e.start_time < ${last} and coalesce(e.end_time, 'infinity') > ${first}
      order by e.start_time`.execute(trx),
  );
  return rows;
}

const segmentsIn = (ctx: Ctx, { vehicleId, from, until }: Drove): Promise<Segment[]> =>
  ctx
    .db(async (trx) => {
      const vehicle = await findReportVehicle(trx, ctx, vehicleId, 'track', until);
      const span = { from, to: until };
      const points = await readPermitted(trx, vehicle, { ...span, neighbours: true });
      return computeWayFacts(points, span, vehicle.settingsAt).segments;
    })
    .catch((error: unknown) => {
      if (error instanceof AppError) return [];
      throw error;
    });

/** What of the range no span covers. */
function restOf(spans: readonly Range[], { from, until }: Range): Range[] {
  const rests: Range[] = [];
  let at = from;
  for (const span of [...spans].sort((a, b) => a.from - b.from)) {
    if (span.from > at) rests.push({ from: at, until: span.from });
    at = Math.max(at, span.until);
  }
  return at < until ? [...rests, { from: at, until }] : rests;
}
