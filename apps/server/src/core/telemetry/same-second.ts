import type { Channels } from '@tongda/contract/core/topics';
import type { Channel, Extra, StoredPoint } from './stored-point';

/** Bits of `flags` that the terminal itself said: ACC, located, base station, and what it does not know. The others are about the arrival of the report. */
const saidBits = 1 | 2 | 32 | 64 | 128 | 256;
const lateBit = 4;
const locatedBit = 2;

/** What a terminal said in one report: everything but how it arrived, and when it first did (epoch ms), which is no part of its identity. */
export type Report = Omit<StoredPoint, 'deviceId' | 'vehicleId' | 'clientId' | 't' | 'receiveTime'> & {
  received: number;
};
type Json = Record<string, unknown>;

/** So many reports of one second are kept in full; of more, the alarm words, safety items, codes of faults and doors. */
const mostReports = 100;
/** So many safety items of one second are kept: no terminal has more, and a point must not grow without end. */
const mostEvents = 1000;

/**
 * Merges two points of the same terminal and second (docs/decisions/084). Whatever order and however often they come, the result is the same: equal
 * reports are one; of different ones the point has the place of the best (located, then the faster one), readings that this one lacks from the others, and the
 * union of alarm words, safety items, codes of faults, doors and raw items. All reports stay as they were in `extra.reports`. Gives back the very object `known` when
 * `other` adds nothing. `whole` false: rows that were read without altitude, status word and raw items are compared without them.
 */
export function mergeSecond(known: StoredPoint, other: StoredPoint, whole = true): StoredPoint {
  const [ours, theirs] = [reportsOf(known), reportsOf(other)];
  const union = new Map(ours.map((report) => [textOf(report, whole), report]));
  for (const report of theirs) {
    const text = textOf(report, whole);
    const same = union.get(text);
    union.set(
      text,
      same && same.received <= report.received ? same : { ...(same ?? report), received: report.received },
    );
  }
  if (union.size === ours.length) return known;
  const reports = [...union.values()].sort(compareReports);
  const [best] = reports;
  if (!best) return known;
  const { received: _, ...said } = best;
  return {
    ...known,
    ...said,
    receiveTime: Math.min(known.receiveTime, other.receiveTime),
    flags: best.flags | ((known.flags | other.flags) & ~saidBits & ~lateBit) | (known.flags & other.flags & lateBit),
    odometerM: firstOf(reports.map(({ odometerM }) => odometerM)),
    alarmBits: (known.alarmBits | other.alarmBits) >>> 0,
    tempC: fillChannel(reports.map(({ tempC }) => tempC)),
    humPct: fillChannel(reports.map(({ humPct }) => humPct)),
    fuelL: fillChannel(reports.map(({ fuelL }) => fuelL)),
    doors: joinDoors(known.doors, other.doors),
    extra: { ...joinExtras(reports, known, other), reports: reports.slice(0, mostReports).map(toJson) },
    rawItems: joinItems(reports),
  };
}

/** The reports that a point was made of: those it keeps, else the point itself. Points that an earlier version merged have only one time of arrival. */
export function reportsOf(point: StoredPoint): Report[] {
  const kept = point.extra?.reports;
  // only `mergeSecond` writes this, and it writes reports
  if (Array.isArray(kept)) return (kept as Json[]).map((json) => fromJson({ received: point.receiveTime, ...json }));
  const { deviceId: _d, vehicleId: _v, clientId: _c, t: _t, receiveTime: received, ...report } = point;
  return [{ ...report, flags: report.flags & saidBits, received }];
}

/** Numbers as their 4-byte columns hold them, so that a report is the same before and after it was stored. */
const reals = (values: Channel): Channel =>
  values === null ? null : values.map((value) => (value === null ? null : Math.fround(value)));

/** The report in fields of a fixed order, those first that the choice of the best looks at. */
const fieldsOf = (r: Report, whole: boolean): unknown[] => [
  ...[r.flags & saidBits, Math.fround(r.speedKmh), r.lng, r.lat, r.directionDeg, r.odometerM],
  ...[reals(r.tempC), reals(r.humPct), reals(r.fuelL), r.alarmBits, r.doors, r.extra],
  ...(whole ? [r.altitudeM, r.statusBits, r.rawItems] : []),
];
const textOf = (report: Report, whole = true): string => JSON.stringify(sortKeys(fieldsOf(report, whole)));

/** JSON comes back from the database with its keys in another order. */
function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, own]) => own !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, own]) => [key, sortKeys(own)]),
  );
}

/** The best first: a located one, then the faster one, then by text, so that the choice is always the same. */
function compareReports(a: Report, b: Report): number {
  const located = (b.flags & locatedBit) - (a.flags & locatedBit);
  if (located !== 0) return located;
  const faster = Math.fround(b.speedKmh) - Math.fround(a.speedKmh);
  if (faster !== 0) return faster;
  return textOf(a) < textOf(b) ? -1 : 1;
}

const firstOf = <T>(values: ReadonlyArray<T | null>): T | null => values.find((value) => value !== null) ?? null;

/** Readings by channel: of each the first one that has a value. */
function fillChannel(lists: readonly Channel[]): Channel {
  const given = lists.filter((list) => list !== null);
  if (given.length === 0) return null;
  const length = Math.max(...given.map((list) => list.length));
  return Array.from({ length }, (_, i) => firstOf(given.map((list) => list[i] ?? null)));
}

/** Two bits a door: a door that any report calls open is open, one that any report knows is known. */
function joinDoors(a: number | null, b: number | null): number | null {
  if (a === null || b === null) return a ?? b;
  let word = 0;
  for (let shift = 0; shift < 16; shift += 2) word |= Math.max((a >> shift) & 3, (b >> shift) & 3) << shift;
  return word;
}

/** What several reports of a second say in one rare channel, the best report's value first, as one value. */
type Join = (values: readonly unknown[]) => unknown;

const joinWords: Join = (values) => values.reduce<number>((word, value) => (word | Number(value)) >>> 0, 0);

const isList = (value: unknown): value is NonNullable<Channel> => Array.isArray(value);
const joinLists: Join = (values) => fillChannel(values.filter(isList));

/** Codes of all reports, each once; terminals set a comma, a semicolon or a space between them. */
function joinCodes(values: readonly unknown[]): string {
  const texts = new Set(values.map(String));
  if (texts.size === 1) return [...texts][0] ?? '';
  const codes = new Set([...texts].flatMap((text) => text.split(/[\s,，;；、|]+/u).filter(Boolean)));
  return [...codes].sort().join(',');
}

function joinEvents(values: readonly unknown[]): unknown[] {
  const events = new Map<string, unknown>();
  for (const event of values.filter(isList).flat()) events.set(JSON.stringify(sortKeys(event)), event);
  const texts = [...events.keys()].sort().slice(0, mostEvents);
  return texts.map((text) => events.get(text));
}

/** Channels that are lists, without those that have a column of their own. */
type Listed = {
  [K in keyof Channels]-?: NonNullable<Channels[K]> extends readonly unknown[] ? K : never;
}[Exclude<keyof Channels, 'tempC' | 'humPct' | 'fuelL' | 'doorOpen' | 'reports'>];

/** How the rare channels are joined of which one report does not say what the others do: alarm words, codes, and every list. */
const joins = {
  videoAlarms: joinWords,
  faultCodes: joinCodes,
  safety: joinEvents,
  co2Ppm: joinLists,
  tyreKpa: joinLists,
  tyreTempC: joinLists,
} as const satisfies Readonly<Record<Listed | 'videoAlarms' | 'faultCodes', Join>>;

/** The rarer channels: each from the first report that has it; alarm words, codes and lists from all. */
function joinExtras(reports: readonly Report[], known: StoredPoint, other: StoredPoint): Json {
  const joined: Json = {};
  for (const { extra } of reports)
    for (const [key, value] of Object.entries(extra ?? {})) if (!(key in joined)) joined[key] = value;
  // what came beyond the reports that are kept is in the points alone
  const extras: Extra[] = [...reports, known, other].map(({ extra }) => extra);
  for (const [key, join] of Object.entries(joins)) {
    const values = extras.flatMap((extra) => (extra?.[key] === undefined ? [] : [[extra[key]]])).flat();
    if (values.length > 0) joined[key] = join(values);
  }
  return joined;
}

/** Items as hex (id, length, data) of all reports, each once; bytes that are no whole item stand behind them. */
function joinItems(reports: readonly Report[]): string | null {
  const texts = new Set(reports.flatMap(({ rawItems }) => rawItems ?? []));
  if (texts.size < 2) return [...texts][0] ?? null;
  const [items, rests] = [new Set<string>(), new Set<string>()];
  for (const hex of texts) {
    let at = 0;
    while (at + 4 <= hex.length) {
      const end = at + 4 + Number.parseInt(hex.slice(at + 2, at + 4), 16) * 2;
      if (end > hex.length) break;
      items.add(hex.slice(at, end));
      at = end;
    }
    if (at < hex.length) rests.add(hex.slice(at));
  }
  return [...[...items].sort(), ...[...rests].sort()].join('');
}

/** A report as it is kept in `extra.reports`: without what is absent. */
function toJson({ extra, ...report }: Report): Json {
  const json: Json = { ...report, speedKmh: Math.fround(report.speedKmh) };
  json.tempC = reals(report.tempC);
  json.humPct = reals(report.humPct);
  json.fuelL = reals(report.fuelL);
  if (extra) json.extra = extra;
  for (const key of Object.keys(json)) if (json[key] === null) delete json[key];
  return json;
}

/** The fields are those that {@link toJson} wrote. */
const fromJson = (json: Json): Report =>
  ({
    ...{ odometerM: null, tempC: null, humPct: null, fuelL: null, doors: null, extra: null, rawItems: null },
    ...json,
    // toJson leaves out only what is null
  }) as Report;
