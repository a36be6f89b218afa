import type { Output, Parsed } from '@tongda/contract/core/endpoint';
import type { overseasWay } from '@tongda/contract/reports/recorder/overseas-way';
import type { Ctx } from '../../core/http/ctx';
import { notFound } from '../../core/http/errors';
import { gapMaxOf } from '../../kernel/motion/hygiene';
import { wishOf } from '../kit/query';
import { legsOf, pathsOf, transitOf } from './legs';
import { loadRecorded } from './load';
import { loadSettingsAt, zoneOnClock } from './voyages';
import { clockWithOffset } from './zones';

/** As many places as a map shows without becoming slow. */
const mostPlaces = 2000;

/** 途经国家/地区 of one recorder. 4004 for one that the caller may not see. */
export async function loadWay(ctx: Ctx, q: Parsed<typeof overseasWay>): Promise<Output<typeof overseasWay>> {
  const { from, until } = wishOf(q, ctx.timeZone);
  const [recorded] = await loadRecorded(ctx, { from, until, recorderIds: [q.recorderId] });
  if (!recorded) throw notFound('便携设备');
  const { points, range } = recorded;
  const settingsAt = await loadSettingsAt(ctx);
  const legs = legsOf(points, gapMaxOf(points, settingsAt(range.until).gapFloorMs));
  const paths = pathsOf(legs, mostPlaces);
  const clock = (t: number, leg: number): string =>
    clockWithOffset(t, zoneOnClock(q.timeZone, legs[leg]?.points[0] ?? legs[leg - 1]?.points[0]));
  return {
    legs: legs.map(({ country, points: here, ...leg }, i) => ({
      country: country ?? '',
      from: clock(leg.from, i),
      until: clock(leg.until, i),
      seconds: Math.round((leg.until - leg.from) / 1000),
      readings: here.length,
      path: paths[i] ?? [],
    })),
    transit: transitOf(legs).map(({ country, ms }) => ({ country: country ?? '', seconds: Math.round(ms / 1000) })),
    readings: points.length,
    places: legs.reduce((sum, leg) => sum + leg.points.length, 0),
  };
}
