import { dayMs } from '@tongda/contract/core/durations';
import type { Parsed } from '@tongda/contract/core/endpoint';
import { wholeDay } from '@tongda/contract/core/field/time-window';
import { type TrackRow, trackColumns, trackExport, trackExportMaxDays } from '@tongda/contract/watch/track/calls';
import { registerExport } from '../../../../core/export/definition';
import type { Ctx } from '../../../../core/http/ctx';
import { countPoints } from '../../../../core/telemetry/read';
import type { Range } from '../../../../kernel/motion/segments';
import { findReadableVehicle } from '../access';
import { type TrackFileHead, writeGpx, writeKml } from '../files';
import type { ShownPoint } from '../points';
import { rangeOf } from '../range';
import { listRawPoints, toRow } from '../rows';
import { loadTrack, type Track } from '../service';

type Input = Parsed<typeof trackExport>;

/** Reads the points of a long range day by day, so that memory does not grow with the range; the mileage goes on from day to day. */
async function* readPieces(ctx: Ctx, input: Input): AsyncGenerator<{ point: ShownPoint; track: Track }> {
  const whole = rangeOf(input, ctx.timeZone, trackExportMaxDays);
  let mileageM = 0;
  for (let from = whole.from; from <= whole.to; from += dayMs) {
    const last = from + dayMs > whole.to;
    const range: Range = { from, to: last ? whole.to : from + dayMs };
    const track = await ctx.db((trx) =>
      loadTrack(trx, ctx, { vehicleId: input.vehicleId, range, hours: input.operatingHours }),
    );
    for (const point of listRawPoints(track)) {
      // a point on the border of two days belongs to the later one
      if (!last && point.source.t >= range.to) continue;
      yield { point: { ...point, mileageM: point.mileageM + mileageM }, track };
    }
    mileageM += track.facts.mileageM;
  }
}

async function* readRows(ctx: Ctx, input: Input): AsyncGenerator<TrackRow> {
  const withAddress = !input.fields || input.fields.includes('address');
  let no = 0;
  for await (const { point, track } of readPieces(ctx, input))
    yield toRow(point, ++no, track.probes, ctx.timeZone, withAddress);
}

async function* readShownPoints(ctx: Ctx, input: Input): AsyncGenerator<ShownPoint> {
  for await (const { point } of readPieces(ctx, input)) yield point;
}

async function countExported(ctx: Ctx, input: Input): Promise<number> {
  const { from, to } = rangeOf(input, ctx.timeZone, trackExportMaxDays);
  return ctx.db(async (trx) => {
    await findReadableVehicle(trx, ctx, input.vehicleId, 'track');
    return countPoints(trx, { vehicleId: input.vehicleId, from, to });
  });
}

/** The plate that the vehicle carried at the end of the range. */
const findPlate = (ctx: Ctx, input: Input): Promise<string> => {
  const { to } = rangeOf(input, ctx.timeZone, trackExportMaxDays);
  return ctx.db(async (trx) => (await findReadableVehicle(trx, ctx, input.vehicleId, 'track', to)).plateNo);
};

async function conditionText(ctx: Ctx, input: Input): Promise<string> {
  const [from, to] = input.operatingHours;
  const hours = from === wholeDay[0] && to === wholeDay[1] ? '' : `；时段：每天 ${from}-${to}`;
  return `车牌号：${await findPlate(ctx, input)}；时间：${input.startTime} 至 ${input.endTime}${hours}`;
}

async function* writeMapFile(write: typeof writeGpx, ctx: Ctx, input: Input): AsyncGenerator<string> {
  const head: TrackFileHead = {
    name: `${await findPlate(ctx, input)} 行驶轨迹`,
    description: `${input.startTime} 至 ${input.endTime}（坐标系 WGS-84）`,
  };
  yield* write(head, readShownPoints(ctx, input));
}

/** The trajectory as a file: xlsx and csv by the common exporter, GPX and KML written here. */
export const trackFile = registerExport<typeof trackExport, TrackRow>({
  endpoint: trackExport,
  module: '行驶轨迹',
  name: '行驶轨迹',
  columns: trackColumns,
  condition: conditionText,
  count: countExported,
  rows: readRows,
  texts: {
    gpx: (ctx, input) => writeMapFile(writeGpx, ctx, input),
    kml: (ctx, input) => writeMapFile(writeKml, ctx, input),
  },
});
