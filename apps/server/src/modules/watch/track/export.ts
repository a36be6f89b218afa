import { dayMs } from '@tongda/contract/core/durations';
import type { Parsed } from '@tongda/contract/core/endpoint';
import { type TrackRow, trackColumns, trackExport, trackExportMaxDays } from '@tongda/contract/watch/track/calls';
import { registerExport } from '../../../core/export/definition';
import type { Ctx } from '../../../core/http/ctx';
import { countPoints } from '../../../core/telemetry/read';
import type { Range } from '../../../kernel/motion/segments';
import { readableVehicle } from './access';
import { gpx, kml, type TrackFileHead } from './files';
import type { ShownPoint } from './points';
import { rangeOf } from './range';
import { rawPoints, toRow } from './rows';
import { loadTrack, type Track } from './service';

type Input = Parsed<typeof trackExport>;

/** Points of a long range a day at a time: memory does not grow with it, and the mileage goes on from day to day. */
async function* pieces(ctx: Ctx, input: Input): AsyncGenerator<{ point: ShownPoint; track: Track }> {
  const whole = rangeOf(input, ctx.timeZone, trackExportMaxDays);
  let mileageM = 0;
  for (let from = whole.from; from <= whole.to; from += dayMs) {
    const last = from + dayMs > whole.to;
    const range: Range = { from, to: last ? whole.to : from + dayMs };
    const track = await ctx.db((trx) => loadTrack(trx, ctx, { vehicleId: input.vehicleId, range }));
    for (const point of rawPoints(track)) {
      // the border belongs to the later piece
      if (!last && point.source.t >= range.to) continue;
      yield { point: { ...point, mileageM: point.mileageM + mileageM }, track };
    }
    mileageM += track.facts.mileageM;
  }
}

async function* rows(ctx: Ctx, input: Input): AsyncGenerator<TrackRow> {
  const withAddress = !input.fields || input.fields.includes('address');
  let no = 0;
  for await (const { point, track } of pieces(ctx, input))
    yield toRow(point, ++no, track.probes, ctx.timeZone, withAddress);
}

async function* points(ctx: Ctx, input: Input): AsyncGenerator<ShownPoint> {
  for await (const { point } of pieces(ctx, input)) yield point;
}

async function count(ctx: Ctx, input: Input): Promise<number> {
  const { from, to } = rangeOf(input, ctx.timeZone, trackExportMaxDays);
  return ctx.db(async (trx) => {
    await readableVehicle(trx, ctx, input.vehicleId, 'track');
    return countPoints(trx, { vehicleId: input.vehicleId, from, to });
  });
}

/** The plate that the vehicle carried at the end of the range. */
const plateOf = (ctx: Ctx, input: Input): Promise<string> => {
  const { to } = rangeOf(input, ctx.timeZone, trackExportMaxDays);
  return ctx.db(async (trx) => (await readableVehicle(trx, ctx, input.vehicleId, 'track', to)).plateNo);
};

async function condition(ctx: Ctx, input: Input): Promise<string> {
  return `车牌号：${await plateOf(ctx, input)}；时间：${input.startTime} 至 ${input.endTime}`;
}

async function* mapFile(write: typeof gpx, ctx: Ctx, input: Input): AsyncGenerator<string> {
  const head: TrackFileHead = {
    name: `${await plateOf(ctx, input)} 行驶轨迹`,
    description: `${input.startTime} 至 ${input.endTime}（坐标系 WGS-84）`,
  };
  yield* write(head, points(ctx, input));
}

/** The trajectory as a file: sheets by the common exporter, map files as text of our own. */
export const trackFile = registerExport<typeof trackExport, TrackRow>({
  endpoint: trackExport,
  module: '行驶轨迹',
  name: '行驶轨迹',
  columns: trackColumns,
  condition,
  count,
  rows,
  texts: {
    gpx: (ctx, input) => mapFile(gpx, ctx, input),
    kml: (ctx, input) => mapFile(kml, ctx, input),
  },
});
