import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Channel, Extra, StoredPoint } from '../stored-point';
import { ByteReader, ByteWriter } from './bytes';
import {
  readChannels,
  readDecimals,
  readInts,
  readSparse,
  readWords,
  writeChannels,
  writeDecimals,
  writeInts,
  writeSparse,
  writeWords,
} from './columns';

/**
 * The points of one vehicle in one hour as bytes, without loss. Format 1: a byte with the number of the format, then (deflated) the number of points and one
 * block for each column: its length in bytes and its values (columns.ts). A later format may add blocks at the end or take another number; what
 * is packed already is never rewritten.
 */
const format = 1;

type Points = readonly StoredPoint[];
interface Column<K extends keyof StoredPoint> {
  key: K;
  write(out: ByteWriter, points: Points): void;
  read(input: ByteReader, times: readonly number[]): Array<StoredPoint[K]>;
  /** only read for callers who ask for everything */
  rare?: true;
}

const defineColumn = <K extends keyof StoredPoint>(definition: Column<K>): Column<K> => definition;
const intColumn = (key: 'directionDeg' | 'flags' | 'alarmBits' | 'altitudeM' | 'statusBits', rare?: true) =>
  defineColumn({
    key,
    write: (out, points) =>
      writeInts(
        out,
        points.map((point) => point[key]),
      ),
    read: (input, times) => readInts(input, times.length),
    ...(rare ? { rare } : {}),
  });
const sparseIntColumn = (key: 'odometerM' | 'doors') =>
  defineColumn<typeof key>({
    key,
    write: (out, points) =>
      writeSparse(
        out,
        points.map((point) => point[key]),
        writeInts,
      ),
    read: (input, times) => readSparse(input, times.length, readInts),
  });
const decimalColumn = (key: 'lng' | 'lat' | 'speedKmh', narrow: boolean) =>
  defineColumn({
    key,
    write: (out, points) =>
      writeDecimals(
        out,
        points.map((point) => point[key]),
        narrow,
      ),
    read: (input, times) => readDecimals(input, times.length, narrow),
  });
const channelColumn = (key: 'tempC' | 'humPct' | 'fuelL') =>
  defineColumn<typeof key>({
    key,
    write: (out, points) =>
      writeChannels(
        out,
        points.map((point) => point[key]),
      ),
    read: (input, times): Channel[] => readChannels(input, times.length),
  });
const wordColumn = (key: 'deviceId' | 'clientId') =>
  defineColumn({
    key,
    write: (out, points) =>
      writeWords(
        out,
        points.map((point) => point[key]),
      ),
    read: (input, times) => readWords(input, times.length),
  });

/** The columns in the order of their blocks. The first holds the times, to which others are relative. */
const columns = [
  defineColumn({
    key: 't',
    write: (out, points) =>
      writeInts(
        out,
        points.map((point) => point.t),
      ),
    read: (_input, times) => [...times],
  }),
  wordColumn('deviceId'),
  wordColumn('clientId'),
  defineColumn({
    key: 'receiveTime',
    write: (out, points) =>
      writeInts(
        out,
        points.map((point) => point.receiveTime - point.t),
      ),
    read: (input, times) => readInts(input, times.length).map((after, i) => (times[i] ?? 0) + after),
  }),
  decimalColumn('lng', false),
  decimalColumn('lat', false),
  decimalColumn('speedKmh', true),
  intColumn('directionDeg'),
  intColumn('flags'),
  sparseIntColumn('odometerM'),
  intColumn('alarmBits'),
  channelColumn('tempC'),
  channelColumn('humPct'),
  channelColumn('fuelL'),
  sparseIntColumn('doors'),
  defineColumn({
    key: 'extra',
    write: writeExtras,
    read: (input, times) => readExtras(input, times.length),
    rare: true,
  }),
  intColumn('altitudeM', true),
  intColumn('statusBits', true),
  defineColumn({
    key: 'rawItems',
    write: (out, points) =>
      writeSparse(
        out,
        points.map((point) => point.rawItems),
        writeWords,
      ),
    read: (input, times) => readSparse(input, times.length, readWords),
    rare: true,
  }),
];

/** Packs points of one vehicle. The vehicle's id is not part of the bytes; it is in the row that holds them. */
export function packPoints(points: Points): Buffer {
  const out = new ByteWriter();
  out.varint(points.length);
  for (const { write } of columns) {
    const block = new ByteWriter();
    write(block, points);
    out.varint(block.length);
    out.bytes(block.take());
  }
  return Buffer.concat([Buffer.of(format), deflateRawSync(out.take(), { level: 6 })]);
}

const nothing: ReadonlySet<keyof StoredPoint> = new Set();
/** The columns of packed points, all of the same length; those that were not asked for are empty. */
export type PointColumns = { readonly [K in Exclude<keyof StoredPoint, 'vehicleId'>]: ReadonlyArray<StoredPoint[K]> };

/** Opens packed points. Without `whole`, columns that a track does not need are left empty; so are those in `unread`. Throws for an unknown format and a RangeError for broken bytes. */
export function unpackColumns(
  body: Buffer,
  whole: boolean,
  unread: ReadonlySet<keyof StoredPoint> = nothing,
): PointColumns {
  if (body[0] !== format) throw new Error(`packed points of format ${body[0]}, this program knows ${format}`);
  const input = new ByteReader(inflateRawSync(body.subarray(1)));
  const count = input.varint();
  let times: number[] = [];
  const values: Partial<Record<keyof StoredPoint, unknown[]>> = {};
  for (const { key, read, rare } of columns) {
    const block = new ByteReader(input.bytes(input.varint()));
    if (key === 't') times = readInts(block, count);
    else values[key] = (whole || !rare) && !unread.has(key) ? read(block, times) : [];
  }
  // the loop filled in every column; the compiler cannot follow keys of different types
  return { ...values, t: times } as unknown as PointColumns;
}

/** The point at index `i` of opened columns. */
export function pointAt(c: PointColumns, i: number, vehicleId: string): StoredPoint {
  return {
    deviceId: c.deviceId[i] ?? '',
    vehicleId,
    clientId: c.clientId[i] ?? '',
    t: c.t[i] ?? 0,
    receiveTime: c.receiveTime[i] ?? 0,
    lng: c.lng[i] ?? 0,
    lat: c.lat[i] ?? 0,
    altitudeM: c.altitudeM[i] ?? 0,
    speedKmh: c.speedKmh[i] ?? 0,
    directionDeg: c.directionDeg[i] ?? 0,
    flags: c.flags[i] ?? 0,
    odometerM: c.odometerM[i] ?? null,
    alarmBits: c.alarmBits[i] ?? 0,
    statusBits: c.statusBits[i] ?? 0,
    tempC: c.tempC[i] ?? null,
    humPct: c.humPct[i] ?? null,
    fuelL: c.fuelL[i] ?? null,
    doors: c.doors[i] ?? null,
    extra: c.extra[i] ?? null,
    rawItems: c.rawItems[i] ?? null,
  };
}

/** The packed points as they were; without `whole` their rarer fields are empty. */
export function unpackPoints(body: Buffer, vehicleId: string, whole = true): StoredPoint[] {
  const opened = unpackColumns(body, whole);
  return opened.t.map((_, i) => pointAt(opened, i, vehicleId));
}

const absent = Symbol('absent');
/** The values of one key are written as numbers when all are, else as JSON. */
const kind = { numbers: 0, json: 1 } as const;

/** Writes the rare channels key by key, because each is a series of its own. */
function writeExtras(out: ByteWriter, points: Points): void {
  const rows = points.map((point) => point.extra);
  writeSparse(out, rows, (o, there) => {
    const keys = [...new Set(there.flatMap((extra) => Object.keys(extra ?? {})))].sort();
    o.varint(keys.length);
    for (const key of keys) writeExtra(o, key, there);
  });
}

function writeExtra(out: ByteWriter, key: string, rows: readonly Extra[]): void {
  out.text(key);
  const values = rows.map((extra) => (extra && Object.hasOwn(extra, key) ? { value: extra[key] } : null));
  const plain = values.every(
    (cell) => cell === null || (typeof cell.value === 'number' && Number.isFinite(cell.value)),
  );
  out.byte(plain ? kind.numbers : kind.json);
  writeSparse(out, values, (o, there) =>
    plain
      ? writeDecimals(
          o,
          there.map(({ value }) => Number(value)),
          false,
        )
      : writeWords(
          o,
          there.map(({ value }) => JSON.stringify(value) ?? 'null'),
        ),
  );
}

function readExtras(input: ByteReader, count: number): Extra[] {
  return readSparse<Extra>(input, count, (i, n) => {
    const rows = Array.from({ length: n }, (): Record<string, unknown> => ({}));
    for (let keys = i.varint(); keys > 0; keys--) {
      const key = i.text();
      const cells = readExtra(i, n);
      rows.forEach((row, at) => {
        if (cells[at] !== absent)
          Object.defineProperty(row, key, { value: cells[at], enumerable: true, writable: true, configurable: true });
      });
    }
    return rows;
  });
}

function readExtra(input: ByteReader, count: number): unknown[] {
  const plain = input.byte() === kind.numbers;
  const values = readSparse<{ value: unknown }>(input, count, (i, n) =>
    plain
      ? readDecimals(i, n, false).map((value) => ({ value }))
      : readWords(i, n).map((text): { value: unknown } => ({ value: JSON.parse(text) })),
  );
  return values.map((cell) => (cell === null ? absent : cell.value));
}
