import { minuteMs } from '@tongda/contract/core/durations';
import { checkDigits, type RecordFacts } from '@tongda/contract/watch/seal/calls';
import { type Kysely, sql } from 'kysely';
import type { HeadLine } from '../../../core/export/definition';
import type { DB } from '../../../core/generated/db-types';
import { wireTime } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import { AppError, blockedByRule } from '../../../core/http/errors';
import { doorEpisodesOf } from '../../../kernel/motion/doors';
import { issueRecord, type Seal, sealRange, type TemperatureRecord } from '../../../modules/watch/seal/door';
import { findAddress, nearSites, placeLine } from '../../../modules/watch/track/door';
import { curvesOf, reeferWords } from '../../kit/reading-curves';
import { figuresOf } from '../../kit/reading-figures';
import { loadReadings, type Readings, type ReadingWish, readingRows } from '../../kit/readings';
import { remarksOf } from '../remarks';
import { loadCertificates } from './certificates';
import { conformityOf } from './conformity';
import { deviationsOf, outsideOf } from './deviations';
import type { PrintedDoor, PrintedRecord, PrintedRow } from './printed';

/** What a record is asked for: the filters of a report of readings. */
export type RecordAsked = ReadingWish & { temTimeInterval: string; endTime: string };
/** Where it is made: the system's database, as companies only read seals. */
interface Place {
  db: Kysely<DB>;
  publicUrl: string | undefined;
}

/** Rows of a printed record: 60 pages of the interval table. */
const mostRows = 5_000;
/** Doors that a printed record lists. */
const mostDoors = 200;

const intervalMinOf = ({ temTimeInterval }: RecordAsked): number => Number(temTimeInterval);

/** The sealed record of one vehicle, with all that is printed of it. 4011 for several vehicles, or more rows than anybody prints. */
export async function makePrintedRecord(ctx: Ctx, asked: RecordAsked, place: Place): Promise<PrintedRecord> {
  if (asked.vehicleIds?.length !== 1) throw blockedByRule('一份封存记录只含一辆车，请只选一辆');
  // everything that is refused is refused before anything is sealed
  const [first] = await loadReadings(ctx, asked);
  if (!first) throw new AppError(4004, '车辆不存在或无权查看');
  const intervalMin = intervalMinOf(asked);
  const count =
    intervalMin === 0 ? first.points.length : (first.range.until - first.range.from) / (intervalMin * minuteMs);
  if (count > mostRows) throw blockedByRule(`列表超过${mostRows}行，请缩小时间范围或加大间隔`);
  const { record, readings } = await sealReadings(ctx, asked, first.vehicle.id, place);
  return printedOf(ctx, readings, record, { asked, ...place });
}

/** Seals the days of one vehicle, reads what they hold and issues the record. */
async function sealReadings(
  ctx: Ctx,
  asked: RecordAsked,
  vehicleId: string,
  { db }: Place,
): Promise<{ record: TemperatureRecord; readings: Readings }> {
  const wish = {
    ...{ clientId: ctx.clientId, userId: ctx.userId, userName: ctx.userName, timeZone: ctx.timeZone },
    ...{ vehicleId, from: asked.from, until: asked.until },
  };
  const seals = await sealRange(db, wish);
  const readings = await loadClosed(ctx, { ...asked, vehicleIds: [vehicleId] });
  const facts = await factsOf(ctx, readings, asked, { db, seals });
  return { record: await issueRecord(db, wish, facts, seals), readings };
}

/** The readings of one vehicle. A time that still runs ends with its last report, so that asking again a second later gives the same record. */
async function loadClosed(ctx: Ctx, asked: RecordAsked): Promise<Readings> {
  const [readings] = await loadReadings(ctx, asked);
  if (!readings) throw new AppError(4004, '车辆不存在或无权查看');
  const last = readings.points.at(-1);
  if (asked.until <= Date.now() || !last) return readings;
  const [closed] = await loadReadings(ctx, { ...asked, until: last.t + 1000 });
  return closed ?? readings;
}

async function factsOf(
  ctx: Ctx,
  readings: Readings,
  asked: RecordAsked,
  { db, seals }: { db: Kysely<DB>; seals: readonly Seal[] },
): Promise<RecordFacts> {
  const { vehicle, range, probes } = readings;
  const papers = await loadCertificates(db, vehicle.id, range.until);
  const figures = figuresOf(readings, ctx.timeZone);
  const devices = [...new Set(seals.flatMap(({ runs }) => runs.map(([device]) => device)))];
  const terminals = await db
    .selectFrom('device')
    .select('terminal_no')
    .where('id', '=', sql<string>`any(${devices}::bigint[])`)
    .orderBy('terminal_no')
    .execute();
  return {
    ...{ company: ctx.clientName, plateNo: vehicle.plateNo, timeZone: ctx.timeZone },
    terminals: terminals.map(({ terminal_no }) => terminal_no),
    startTime: wireTime(range.from, ctx.timeZone),
    endTime: wireTime(range.until, ctx.timeZone),
    intervalMin: intervalMinOf(asked),
    probes: probes.map(({ key, name }, i) => {
      const paper = papers.get(key);
      const one = figures[i];
      return {
        ...{
          key,
          probe: name,
          sensorNo: paper?.sn ?? '',
          certificateNo: paper?.certNo ?? '',
          certificateEnd: paper?.certEnd ?? '',
        },
        ...{
          limits: one?.limits ?? '',
          max: one?.max ?? null,
          maxTime: one?.maxTime ?? null,
          min: one?.min ?? null,
          minTime: one?.minTime ?? null,
        },
        ...{
          avg: one?.avg ?? null,
          mkt: one?.mkt ?? null,
          passRate: one?.passRate ?? null,
          overMin: one?.overMin ?? null,
          completeRate: one?.completeRate ?? null,
        },
      };
    }),
  };
}

/** All that is printed of a record. `counted`: the part of the readings whose deviations count, where that is not all of them. */
export async function printedOf(
  ctx: Ctx,
  readings: Readings,
  record: TemperatureRecord,
  { asked, publicUrl, counted = readings }: Place & { asked: RecordAsked; counted?: Readings },
): Promise<PrintedRecord> {
  const { range, points } = readings;
  const { number, version, root, facts, madeAt, seals } = record;
  const curve = curvesOf([readings], asked);
  const deviations = deviationsOf(counted).map((one) => ({
    ...one,
    probe: readings.probes.findIndex(({ key }) => key === counted.probes[one.probe]?.key),
  }));
  return {
    ...{ number, version, root, facts, madeAt: madeAt.getTime(), from: range.from, until: range.until, curve },
    deviations,
    conformity: asked.zone === 'drug' ? conformityOf(counted, { facts, deviations }) : [],
    rows: rowsOf(readings, facts.intervalMin),
    doors: await doorsOf(ctx, readings),
    chiller: readings.reefer.map(({ from, until, mode }) => ({ from, until, what: mode ? reeferWords[mode] : '' })),
    samples: points.length,
    late: points.filter(({ late }) => late).length,
    days: seals.map((seal) => ({
      day: seal.day,
      version: seal.version,
      samples: seal.samples,
      root: seal.root,
      madeAt: seal.madeAt.getTime(),
    })),
    verifyUrl: verifyUrlOf(record, publicUrl),
    remarks: await ctx.db((trx) => remarksOf(trx, ctx, { vehicleIds: [readings.vehicle.id], ...range })),
  };
}

/** The digits of a root that open the check of its record. */
export const codeOf = (root: string): string => root.slice(0, checkDigits).toUpperCase();

/** Where a record is checked; empty without PUBLIC_URL. */
const verifyUrlOf = (
  { number, root }: Pick<TemperatureRecord, 'number' | 'root'>,
  publicUrl: string | undefined,
): string => (publicUrl ? `${publicUrl.replace(/\/$/u, '')}/verify?no=${number}&code=${codeOf(root)}` : '');

function rowsOf(readings: Readings, intervalMin: number): PrintedRow[] {
  const { probes } = readings;
  return readingRows(readings, intervalMin * minuteMs).map((row) => {
    // a row holds the reading of each probe under its key
    const values = probes.map(({ key }) => (row as Record<string, unknown>)[key] as number | null);
    return {
      t: row.time,
      values,
      sides: values.map(
        (value, i) => outsideOf(value, probes[i]?.boundsAt(row.time) ?? { lower: null, upper: null })?.side ?? null,
      ),
      open: row.doors === '' ? null : row.doors !== '关',
      frost: row.chiller === 'frost',
      // `readingRows` writes the codes of arrivals
      came: row.data as PrintedRow['came'],
    };
  });
}

async function doorsOf(ctx: Ctx, { points, doorNames }: Readings): Promise<PrintedDoor[]> {
  const episodes = doorEpisodesOf(points).slice(0, mostDoors);
  const sites = await ctx.db((trx) => nearSites(trx, ctx.clientId, episodes));
  return Promise.all(
    episodes.map(async ({ door, start, end, lng, lat }, i) => ({
      name: doorNames.get(door) ?? `车门${door}`,
      ...{ from: start, until: end },
      place: placeLine(sites[i] ?? '', await findAddress(lng, lat)),
    })),
  );
}

/** What a sheet says of the seals of its readings, a line a vehicle: number, version, root and where they are checked. */
export async function sealLines(ctx: Ctx, asked: RecordAsked, { db, publicUrl }: Place): Promise<HeadLine[]> {
  const lines: HeadLine[] = [];
  // one after the other: no more is held than the range of one vehicle
  for (const id of asked.vehicleIds ?? []) {
    const { record } = await sealReadings(ctx, asked, id, { db, publicUrl });
    const { number, version, root, facts } = record;
    const url = verifyUrlOf(record, publicUrl);
    const where = url || '本公司通达平台的 /verify 页面';
    lines.push({
      text: `已封存：${facts.plateNo}　记录号 ${number}　第${version}版　校验码 ${codeOf(root)}　链根 ${root.toUpperCase()}　校验：${where}`,
      code: url || `${number} ${root}`,
    });
  }
  return lines;
}
