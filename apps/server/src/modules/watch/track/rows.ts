import type { Parsed } from '@tongda/contract/core/endpoint';
import { type TrackProbe, type TrackRow, trackMaxDays, type trackPoints } from '@tongda/contract/watch/track/calls';
import { directionName } from '@tongda/geo/bearing';
import { wireTime } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import { totalLitresOf } from '../../../kernel/motion/fuel-level';
import { doorOf, doorState } from '../../../kernel/point';
import { validTempC } from '../../../kernel/temperature/figures';
import { findBound } from './bound';
import { type ShownPoint, shownPoints } from './points';
import { rangeOf } from './range';
import { findAddress, loadTrack, type Track } from './service';

/** Every stored point of the range with its mileage, jumps and late points included; only points with an impossible clock are left out. */
export const listRawPoints = (track: Track): ShownPoint[] =>
  shownPoints(track.facts, { filterDrift: false, showLate: true });

/** A page of raw points; `aroundTime` (epoch ms) opens the page that holds the point nearest before that moment. */
export async function loadPointPage(ctx: Ctx, input: Parsed<typeof trackPoints>) {
  const asked = rangeOf(input, ctx.timeZone, trackMaxDays);
  const { track, bound } = await ctx.db(async (trx) => {
    const bound = await findBound(trx, ctx, input, asked);
    const { vehicleId, range } = bound;
    return { bound, track: await loadTrack(trx, ctx, { vehicleId, range, hours: input.operatingHours }) };
  });
  const points = listRawPoints(track).filter(({ source }) => bound.holds(source.t));
  const { size, aroundTime } = input;
  const index = aroundTime === undefined ? -1 : points.findLastIndex((point) => point.source.t <= aroundTime);
  const order = input.sort === 'gpsTime desc' ? points.map((_, i) => points.length - 1 - i) : points.map((_, i) => i);
  const page = aroundTime === undefined ? input.page : Math.floor(Math.max(0, order.indexOf(index)) / size) + 1;
  const rows = order.slice((page - 1) * size, page * size);
  const list = await Promise.all(
    rows.map(async (i) => {
      // rows are indexes of points
      const point = points[i] as ShownPoint;
      return { ...(await toRow(point, i + 1, track.probes, ctx.timeZone)), extCode: bound.codeAt(point.source.t) };
    }),
  );
  return { list, total: points.length, page, size };
}

const toKm = (metres: number): number => Math.round(metres / 10) / 100;
const oneDigit = (value: number | null | undefined): number | null =>
  value === null || value === undefined ? null : Math.round(value * 10) / 10;

/** One point as table and sheet show it. */
export async function toRow(
  point: ShownPoint,
  no: number,
  probes: readonly TrackProbe[],
  timeZone: string,
  withAddress = true,
): Promise<TrackRow> {
  const { source } = point;
  const tem = (channel: number) => oneDigit(validTempC(source.tempC[channel - 1]));
  return {
    no,
    gpsTime: wireTime(source.t, timeZone),
    receiveTime: wireTime(source.receiveTime, timeZone),
    t: source.t,
    speedKmh: oneDigit(source.speedKmh),
    direction: source.directionDeg === null ? '' : directionName(source.directionDeg),
    mileageKm: toKm(point.mileageM),
    acc: source.acc ? '开' : '关',
    tem1: tem(1),
    tem2: tem(2),
    tem3: tem(3),
    tem4: tem(4),
    hum1: oneDigit(source.humPct[0]),
    oilL: oneDigit(totalLitresOf(source.fuelL)),
    doors: doorWords(source.doors, probes),
    address: withAddress ? await findAddress(point.lng, point.lat) : '',
    kind: source.station ? '基站' : !point.located ? '不定位' : source.late ? '补传' : '实时',
  };
}

/** `后门开`, `关`, or nothing: the doors that the vehicle has by its probes (without probes: those that report). */
function doorWords(doors: number, probes: readonly TrackProbe[]): string {
  const fitted = probes.filter((probe) => probe.kind === 'door');
  const known = Array.from({ length: 7 }, (_, i) => i + 1)
    .map((door) => ({ state: doorOf(doors, door), probe: fitted.find((p) => p.channel === door), door }))
    .filter(({ state, probe }) => state !== doorState.unknown && (fitted.length === 0 || probe !== undefined));
  const open = known.filter(({ state }) => state === doorState.open);
  if (open.length > 0) return open.map(({ probe, door }) => `${probe?.name ?? `车门${door}`}开`).join('、');
  return known.length > 0 ? '关' : '';
}
