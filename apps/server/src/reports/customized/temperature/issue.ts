import { createHash } from 'node:crypto';
import { type IssuedTripReport, judgingWords, type TripReport } from '@tongda/contract/reports/customized/trip-report';
import type { RecordFacts } from '@tongda/contract/watch/seal/calls';
import type { Kysely } from 'kysely';
import type { DB } from '../../../core/generated/db-types';
import { wireTime } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import { type AppError, blockedByRule } from '../../../core/http/errors';
import { keepSince } from '../../../core/telemetry/keeping';
import {
  issueRecord,
  listRecordsOfTrip,
  sealRange,
  type TemperatureRecord,
  type TripJudged,
} from '../../../modules/watch/seal/door';
import { codeOf } from '../../cold-chain/record/make';
import { type MadeTripReport, makeTripReport, type Span, spanOf, type TripAsked } from './facts';

/** Minutes of the table of a printed report: what drug GSP asks for (K16). */
export const tableMin = 5;

/** How a report is judged, as its versions and links keep it: what was asked for, so that a shipment whose bounds are put right stays one report. */
export const judgingOf = ({ allowedMin, zone, lower, upper }: Omit<TripAsked, 'id'>): TripJudged => ({
  ...{ allowedMin, zone, lower: lower ?? null, upper: upper ?? null },
});

/**
 * Seals the readings of a trip and hands out its report: the last version that was judged so while it would say the same, else a new one. `db` is the system's, as companies only read records.
 * 4011 for a trip that is under way, as its conclusion would not hold, and for one without readings.
 */
export async function issueTripReport(
  ctx: Ctx,
  asked: TripAsked,
  db: Kysely<DB>,
): Promise<MadeTripReport & { record: TemperatureRecord }> {
  const span = await overSpan(ctx, asked);
  const issued = await issueIfRead(ctx, asked, span, db);
  if (!issued) throw noReadings(span);
  return issued;
}

/**
 * The version that a link is made to. Readings are kept for some months: after that it is the last version that was judged so, as a new one would say
 * that there are none.
 */
export async function issueForLink(
  ctx: Ctx,
  asked: TripAsked,
  db: Kysely<DB>,
): Promise<{ number: string; version: number; span: Span }> {
  const span = await overSpan(ctx, asked);
  const made = await issueIfRead(ctx, asked, span, db);
  const [kept] = made ? [] : await versionsOf(db, ctx, { id: asked.id, judging: judgingOf(asked) });
  const found = made?.record ?? kept?.issued;
  if (!found) throw noReadings(span);
  return { number: found.number, version: found.version, span };
}

async function overSpan(ctx: Ctx, asked: TripAsked): Promise<Span> {
  const span = await spanOf(ctx, asked);
  if (span.trip.endAt === null) throw blockedByRule(`${span.trip.code}卸货结束后才能生成报告`);
  return span;
}

const noReadings = ({ trip }: Span): AppError =>
  blockedByRule(`${trip.code}期间没有读数，或已过保存期，不能生成报告；生成过的版本在详情里查看`);

/** Whether readings since a time (epoch ms) may be deleted already: of a trip half of which is gone nothing can be concluded. */
const isPastKeeping = (ctx: Ctx, from: number): Promise<boolean> =>
  ctx.db(async (trx) => {
    const { months } = await trx
      .selectFrom('client')
      .select('position_keep_months as months')
      .where('id', '=', ctx.clientId)
      .executeTakeFirstOrThrow();
    return from < keepSince(months, Date.now());
  });

/** Seals and issues as the readings are now; null when there are none, or not all any more. */
async function issueIfRead(
  ctx: Ctx,
  asked: TripAsked,
  span: Span,
  db: Kysely<DB>,
): Promise<(MadeTripReport & { record: TemperatureRecord }) | null> {
  if (await isPastKeeping(ctx, span.from)) return null;
  const wish = {
    ...{ clientId: ctx.clientId, userId: ctx.userId, userName: ctx.userName, timeZone: ctx.timeZone },
    ...{ vehicleId: span.trip.vehicleId, from: span.from, until: span.end },
  };
  const seals = await sealRange(db, wish);
  const made = await makeTripReport(ctx, asked, span);
  if (made.whole.points.length === 0) return null;
  return { ...made, record: await issueRecord(db, wish, factsOf(made, asked), seals) };
}

function factsOf({ report, whole }: MadeTripReport, asked: TripAsked): RecordFacts {
  const { company, plateNo, timeZone, terminals, id, code, verdict, reviewer, opinion } = report;
  const facts: RecordFacts = {
    ...{ company, plateNo, timeZone, terminals, intervalMin: tableMin },
    startTime: wireTime(whole.range.from, timeZone),
    endTime: wireTime(whole.range.until, timeZone),
    probes: report.probes.map(({ verdict: _, ...probe }) => probe),
    trip: { id, code, verdict, reviewer, opinion, readings: digestOf(whole), judging: judgingOf(asked) },
    report,
  };
  // as it comes back from the database: the root is made of that
  return JSON.parse(JSON.stringify(facts));
}

/** Of all that the probes and doors of the trip said, and when it came. */
const digestOf = ({ points }: MadeTripReport['whole']): string =>
  createHash('sha256')
    .update(JSON.stringify(points.map((one) => [one.t, one.receiveTime, one.tempC, one.humPct, one.doors])))
    .digest('hex');

/** The versions of a trip's report that were handed out, the newest first, with all that each says; with `judging` those that were judged so. */
export async function versionsOf(
  db: Kysely<DB>,
  of: { clientId: string; timeZone: string },
  trip: { id: string; judging?: TripJudged | null },
): Promise<Array<{ issued: IssuedTripReport; report: TripReport }>> {
  const records = await listRecordsOfTrip(db, { clientId: of.clientId, trip: trip.id, judging: trip.judging ?? null });
  return records.map(({ number, version, root, madeAt, madeBy, report, judging }) => {
    // only `issueTripReport` writes it
    const kept = report as TripReport;
    return {
      issued: {
        ...{ number, version, root, madeBy, code: codeOf(root), verdict: kept.verdict },
        madeTime: wireTime(madeAt, of.timeZone),
        judging: judging ? judgingWords(judging) : '',
      },
      report: kept,
    };
  });
}
