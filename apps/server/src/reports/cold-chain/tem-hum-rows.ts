import { dayMs, hourMs, minuteMs } from '@tongda/contract/core/durations';
import { temHumReport } from '@tongda/contract/reports/cold-chain/tem-hum';
import type { Ctx } from '../../core/http/ctx';
import { mapFew } from '../../core/run/few-at-once';
import { readsAtOnce, type Wish } from '../kit/query';
import { figuresOf } from '../kit/reading-figures';
import {
  mapReadable,
  namesOfProbes,
  type ReadingHead,
  type Readings,
  readingRows,
  readPart,
  refuseManyDays,
} from '../kit/readings';
import {
  type FiltersOf,
  type FootOf,
  fillAddresses,
  oncePerRequest,
  type Row,
  refuseManyRows,
  type Source,
  sortRows,
  toWireRow,
} from '../kit/source';

type R = typeof temHumReport;
type Query = Wish<FiltersOf<R>>;
type ReadingRow = ReturnType<typeof readingRows>[number];
/** epoch ms */
interface Span {
  from: number;
  until: number;
}

const { columns, order } = temHumReport;
/** More rows than this are read in a file only (report.md 3.1). */
const mostRows = 50_000;
/** What stands around a part of a range is read with it: whether the unit defrosts shows by what it did before, and after how long it ended. */
const aroundMs = 2 * hourMs;

const intervalOf = ({ temTimeInterval }: Query): number => Number(temTimeInterval) * minuteMs;
/** Whether the clock alone says which rows there are: one every so many minutes, whatever was read. */
const isRegular = (q: Query): boolean => intervalOf(q) > 0 && !q.onlyOver && !q.ids;

/** How many rows a vehicle has. */
const momentsIn = ({ range }: ReadingHead, intervalMs: number): number =>
  Math.max(0, Math.floor((range.until - range.from) / intervalMs));
/** The moments of the rows of a vehicle. */
const momentsOf = (head: ReadingHead, intervalMs: number): number[] =>
  Array.from({ length: momentsIn(head, intervalMs) }, (_, i) => head.range.from + (i + 1) * intervalMs);

const headsOf = oncePerRequest((ctx: Ctx, q: Query) => mapReadable(ctx, q, async (head) => head));

/** What was read in a part of a vehicle's range, as it is among the readings of the whole range. */
async function readIn(ctx: Ctx, head: ReadingHead, intervalMs: number, part: Span): Promise<Readings> {
  const around = {
    from: Math.max(head.range.from, part.from - aroundMs),
    until: Math.min(head.range.until, part.until + aroundMs),
  };
  const readings = await readPart(ctx, head, around);
  // a row of an interval is of the time that ends with it, a report of the time that begins with it
  const isInside = ({ t }: { t: number }): boolean =>
    intervalMs === 0 ? t >= part.from && t < part.until : t > part.from && t <= part.until;
  const [points, edge] = [readings.points.filter(isInside), readings.edge.filter(isInside)];
  return { ...readings, range: part, points, edge };
}

/** The rows of a part of a vehicle's range that the question wants. */
const rowsIn = async (ctx: Ctx, head: ReadingHead, q: Query, part: Span): Promise<ReadingRow[]> =>
  wantedOf(readingRows(await readIn(ctx, head, intervalOf(q), part), intervalOf(q)), q);

const wantedOf = (rows: ReadingRow[], { onlyOver, ids }: Query): ReadingRow[] =>
  rows.filter(({ id, over }) => (!onlyOver || over.length > 0) && (!ids || ids.includes(id)));

/** A range day by day from its beginning: a day is a whole number of every interval. */
const daysIn = ({ from, until }: Span): Span[] =>
  Array.from({ length: Math.max(0, Math.ceil((until - from) / dayMs)) }, (_, i) => ({
    from: from + i * dayMs,
    until: Math.min(until, from + (i + 1) * dayMs),
  }));

/** All rows in the order of the question, with the readings of a day of all vehicles at most in memory. */
async function* piecesOf(ctx: Ctx, q: Query): AsyncGenerator<ReadingRow[]> {
  const heads = await headsOf(ctx, q);
  const sort = q.sort ?? order ?? '';
  const [name, direction] = sort.split(' ');
  if (name !== 'time') {
    const inOrder = sortRows(
      heads.map((head) => ({ plateNo: head.vehicle.plateNo, head })),
      columns,
      sort,
    );
    for (const { head } of inOrder) for (const day of daysIn(head.range)) yield await rowsIn(ctx, head, q, day);
    return;
  }
  const days = daysIn({ from: q.from, until: Math.max(q.from, ...heads.map(({ range }) => range.until)) });
  for (const day of direction === 'desc' ? days.toReversed() : days) {
    const known = heads.filter(({ range }) => range.until > day.from);
    const rows = await mapFew(known, readsAtOnce, (head) =>
      rowsIn(ctx, head, q, { from: day.from, until: Math.min(day.until, head.range.until) }),
    );
    yield sortRows(rows.flat(), columns, sort);
  }
}

/** All rows of a question whose readings are few enough to be held at a time. */
const allRows = oncePerRequest(async (ctx: Ctx, q: Query): Promise<ReadingRow[]> => {
  const rows = await mapFew(await headsOf(ctx, q), readsAtOnce, (head) => rowsIn(ctx, head, q, head.range));
  return sortRows(rows.flat(), columns, q.sort ?? order);
});

/** A page of rows that the clock alone tells: only the readings around them are read, and not all that come before. */
async function regularPage(ctx: Ctx, q: Query, offset: number, limit: number): Promise<ReadingRow[]> {
  const keys = (await headsOf(ctx, q)).flatMap((head) =>
    momentsOf(head, intervalOf(q)).map((time) => ({ plateNo: head.vehicle.plateNo, time, head })),
  );
  const page = sortRows(keys, columns, q.sort ?? order).slice(offset, offset + limit);
  const times = new Map<ReadingHead, number[]>();
  for (const { head, time } of page) times.set(head, [...(times.get(head) ?? []), time]);
  const rows = await mapFew([...times], readsAtOnce, ([head, moments]) =>
    rowsIn(ctx, head, q, { from: Math.min(...moments) - intervalOf(q), until: Math.max(...moments) }),
  );
  const byId = new Map(rows.flat().map((row) => [row.id, row]));
  return page.flatMap(({ head, time }) => byId.get(`${head.vehicle.id}-${time}`) ?? []);
}

/** With a day of a few vehicles at most in memory. */
async function countRows(ctx: Ctx, q: Query): Promise<number> {
  if (isRegular(q)) return countMoments(ctx, q);
  // every report is a row, which need not be made to be counted
  const isPlain = intervalOf(q) === 0 && !q.onlyOver && !q.ids;
  const countIn = async (head: ReadingHead, day: Span): Promise<number> =>
    isPlain ? (await readIn(ctx, head, 0, day)).points.length : (await rowsIn(ctx, head, q, day)).length;
  const counts = await mapFew(await headsOf(ctx, q), readsAtOnce, async (head) => {
    let rows = 0;
    for (const day of daysIn(head.range)) rows += await countIn(head, day);
    return rows;
  });
  return sumOf(counts);
}
const sumOf = (counts: readonly number[]): number => counts.reduce((sum, rows) => sum + rows, 0);
/** How many rows of a regular question there are. */
const countMoments = async (ctx: Ctx, q: Query): Promise<number> =>
  sumOf((await headsOf(ctx, q)).map((head) => momentsIn(head, intervalOf(q))));

/** Rows as they are answered, with their places in words. */
async function answered(ctx: Ctx, q: Query, rows: ReadingRow[]): Promise<Array<Row<R>>> {
  const wire = rows.map((row) => toWireRow(row, columns, ctx.timeZone, q));
  // the columns' shapes were built from the declaration that the row's type is read from
  return (await fillAddresses(ctx, columns, wire)) as Array<Row<R>>;
}

/**
 * The rows of 温湿度报表. A month of twenty vehicles is a sheet whose readings nobody holds in memory at a time: files are written day by day, figures made vehicle by vehicle, and a page of a
 * row every so many minutes reads the time of its own rows alone. What only reading everything tells (every report, 仅看超限) is shown of few vehicle-days and written to files of any.
 */
export const temHumRows: Source<R> = {
  most: mostRows,
  refuse: async (ctx, q) => {
    if (isRegular(q)) refuseManyRows(await countMoments(ctx, q), mostRows);
    else refuseManyDays(q, '，或选择间隔后查询；导出文件不受此限');
  },
  count: countRows,
  countLater: (q) => !isRegular(q),
  rows: async (ctx, q) => {
    const { offset, limit } = q;
    const rows = isRegular(q)
      ? await regularPage(ctx, q, offset, limit)
      : (await allRows(ctx, q)).slice(offset, offset + limit);
    return answered(ctx, q, rows);
  },
  each: async function* (ctx, q, atOnce) {
    for await (const piece of piecesOf(ctx, q))
      for (let i = 0; i < piece.length; i += atOnce) yield* await answered(ctx, q, piece.slice(i, i + atOnce));
  },
  names: async (ctx, q) => namesOfProbes(await headsOf(ctx, q)),
  totals: async (ctx, q): Promise<FootOf<R>> => {
    const regular = isRegular(q);
    const parts = await mapReadable(ctx, q, async (head) => {
      const readings = await readPart(ctx, head);
      const rows = regular ? momentsIn(head, intervalOf(q)) : wantedOf(readingRows(readings, intervalOf(q)), q).length;
      return { rows, probes: head.probes, stat: figuresOf(readings, ctx.timeZone) };
    });
    return {
      rows: parts.reduce((sum, { rows }) => sum + rows, 0),
      values: {},
      names: namesOfProbes(parts),
      stat: parts.flatMap(({ stat }) => stat),
    };
  },
};
