import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Asked } from '@tongda/contract/reports/kit/columns';
import { resolveByFilter, tableColumns } from '@tongda/contract/reports/kit/columns';
import type { Foot, Report } from '@tongda/contract/reports/kit/report';
import type { SpreadAnswer } from '@tongda/contract/reports/kit/spread';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { servedReports } from '../../src/reports/kit/bind';
import { equip, eventful, grounds, markAll, reportsOf, rulesOfAllKinds, type Seed } from '../eventful-day';
import { factsKit } from '../facts-kit';
import { sheetOf as readSheet } from '../report-file-kit';
import { makeVehicle } from '../stream-kit';
import { type TestApp, testApp } from '../test-app';

/**
 * One figure wherever it is shown, for every report that is served: its pages put together are its one long page, its foot is made of its rows, its sheet holds
 * them too; and what several reports, the trajectory and the day summaries say of one vehicle's day is the same. The company's trucks have a day full of events
 * over midnight, silences with displacement and a day without points, and the same with everything late and out of order. That the trajectory is the sum of the raw
 * points and of the live card is said by stream/facts/any-order.property.test.ts.
 */
let app: TestApp;
let token = '';
const vehicles: string[] = [];
/** a portable recorder with a reading an hour on the first two days */
let recorder = '';
const filesDir = mkdtempSync(join(tmpdir(), 'tongda-files-'));
const days = ['2026-03-01', '2026-03-02', '2026-03-03', '2026-03-04', '2026-03-05', '2026-03-06'] as const;
const range = { startTime: `${days[0]} 00:00:00`, endTime: '2026-03-06 23:59:59' };

/** Movement over midnight, a silence of an hour and one over a day without points, both elsewhere afterwards. */
const still: Seed = { ...(eventful[0] as Seed), drive: false, alarm: 0, eyes: false, temp: -18, door: false };
const moving: Seed = { ...still, drive: true, acc: true, step: 110 };
const silent: readonly Seed[] = [
  ...Array.from({ length: 60 }, () => moving),
  { ...moving, step: 4_000 },
  ...Array.from({ length: 6 }, () => still),
  { ...moving, step: 190_000 },
  ...Array.from({ length: 20 }, () => moving),
];

beforeAll(async () => {
  app = await testApp();
  const company = '数字相等公司';
  ({ token } = await app.company(company));
  const { database } = app;
  const [busy, quiet, late] = [
    await makeVehicle(database, company),
    await makeVehicle(database, company),
    await makeVehicle(database, company),
  ];
  const places = await grounds(database, busy.clientId);
  await rulesOfAllKinds(database, busy.clientId, places);
  for (const who of [busy, quiet, late]) {
    await equip(database, who, places);
    vehicles.push(who.vehicleId);
  }
  await sql`update vehicle set plate_no = '沪A00001' where id = ${busy.vehicleId}`.execute(database.systemDb);
  recorder = await makeRecorder(database, busy.clientId);
  const kit = await factsKit(database, () => Date.UTC(2026, 2, 8));
  // doors are shut and trucks stand in the end: what is still going on grows while the test reads it. Contacts are open at rest by then (`equip`)
  const ended: Seed[] = Array.from({ length: 12 }, () => ({ ...still, door: true }));
  await Promise.all(reportsOf([...eventful, ...ended], busy).map((message) => kit.send(message)));
  await Promise.all(reportsOf([...silent, ...ended], quiet).map((message) => kit.send(message)));
  const hoursLate = 5 * 3_600_000;
  for (const message of reportsOf([...silent, ...ended], late).toReversed())
    await kit.send({ ...message, late: true, receiveTime: message.deviceTime + hoursLate });
  await kit.settle();
  for (const who of [busy, quiet, late]) await markAll(who, [...days]).execute(database.systemDb);
  await kit.recompute();
  await kit.stop();
}, 120_000);
afterAll(async () => {
  await app.close();
  rmSync(filesDir, { recursive: true, force: true });
});

async function makeRecorder({ systemDb }: TestApp['database'], clientId: string): Promise<string> {
  const { id } = await systemDb
    .insertInto('portable_device')
    .values({ client_id: clientId, device_no: 'WK1' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const readings = Array.from({ length: 48 }, (_, i) => {
    const at = new Date(Date.UTC(2026, 1, 28, 16 + i));
    const charge = { batt_pct: 90 - i, batt_v: 3.9 };
    return { portable_id: id, client_id: clientId, device_time: at, receive_time: at, temp_c: [i / 4], ...charge };
  });
  await systemDb.insertInto('portable_reading').values(readings).execute();
  return id;
}

type Row = Record<string, unknown> & { id: string };
interface Answer<T> {
  code: number;
  msg: string;
  data: T;
}

/** Asks a call; throws with the sentence of a refusal. */
async function ask<T>(path: string, input: object): Promise<T> {
  const { code, msg, data } = (await app.post(path, input, token)) as Answer<T>;
  if (code !== 200) throw new Error(`${path}: ${code} ${msg} ${JSON.stringify(data)}`);
  return data;
}

/** What a report is asked for, with the filters that its page begins with: all trucks and days; one truck and two days where it is made of readings. */
function inputOf(report: Report): object {
  const ofReadings = report.curveCall !== null;
  const last = days[Math.min(report.range.maxDays, ofReadings ? 2 : days.length) - 1];
  const initial = Object.fromEntries(
    Object.entries(report.filters).flatMap(([name, filter]) =>
      filter.initial === undefined ? [] : [[name, filter.initial]],
    ),
  );
  return {
    ...initial,
    ...range,
    endTime: `${last} 23:59:59`,
    vehicleIds: ofReadings ? vehicles.slice(0, 1) : vehicles,
    recorderIds: [recorder],
  };
}

/** All rows of a report by pages of a size. */
async function pagesOf(report: Report, input: object, size: number): Promise<Row[]> {
  const rows: Row[] = [];
  for (let page = 1; ; page++) {
    const { list, total } = await ask<{ list: Row[]; total: number }>(report.page.path, { ...input, page, size });
    rows.push(...list);
    if (list.length === 0 || rows.length >= total) return rows;
  }
}

/** The cells of a report's sheet by the headings of its columns. */
const sheetOf = (report: Report, input: object): Promise<string[][]> =>
  readSheet(app, { filesDir, token }, report, input);

/** The figures of a column that are known. */
const figuresIn = (rows: readonly Row[], name: string): number[] =>
  rows.flatMap((row) => (typeof row[name] === 'number' ? [row[name]] : []));

/** A figure of a row that was told later, as it was before: what still goes on may have become a minute longer. */
function withoutGrowth(row: Row | undefined, name: string, later: number | null): number | null {
  const [before, goesOn] = [row?.[name], row?.endTime === null || row?.endTime === ''];
  const grew = name === 'minutes' && goesOn && typeof before === 'number' && later === before + 1;
  return grew ? before : later;
}

/** What the foot of a column is, by the rows; null where it cannot be told from them. */
function footBy(rows: readonly Row[], name: string, total: unknown): number | null {
  const figures = figuresIn(rows, name);
  if (total === 'sum') return figures.reduce((sum, value) => sum + value, 0);
  if (figures.length === 0) return null;
  if (total === 'max') return Math.max(...figures);
  return total === 'min' ? Math.min(...figures) : null;
}

describe('every report', () => {
  it('is asked when no door and no alarm of a door goes on, which would grow between page and sheet', async () => {
    const { rows } =
      await sql`select kind, subject, start_time from episode where kind in ('door', 'doorAlarm') and end_time is null and status <> 2`.execute(
        app.database.systemDb,
      );
    expect(rows).toEqual([]);
  });
  it.each(servedReports.map(({ report }) => [report.title, report] as const))(
    '%s: pages, foot and sheet are the same rows',
    async (_, report) => {
      const input = inputOf(report);
      const rows = await pagesOf(report, input, 100);
      const small = rows.length > 40 ? 15 : 4;
      expect((await pagesOf(report, input, small)).map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
      expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
      const foot = await ask<Foot>(report.totalsCall.path, input);
      expect(foot.rows).toBe(rows.length);
      if (report.spreadCall) {
        const { days: byDay, hours } = await ask<SpreadAnswer>(report.spreadCall.path, input);
        for (const part of [byDay, hours]) expect(part.reduce((sum, one) => sum + one.rows, 0)).toBe(rows.length);
      }
      const asked = input as Asked;
      for (const [name, { total, decimals }] of Object.entries(report.columns)) {
        const own = rows.length > 0 ? footBy(rows, name, total) : null;
        if (own === null || foot.values[name] === undefined) continue;
        // each row is rounded by itself, the foot once
        const slack = ((total === 'sum' ? rows.length : 1) * 0.5) / 10 ** resolveByFilter(decimals ?? 0, asked) + 1e-9;
        expect(Math.abs(own - (foot.values[name] ?? 0)), `${name}: ${own} and ${foot.values[name]}`).toBeLessThan(
          slack + 10 ** -resolveByFilter(decimals ?? 0, asked),
        );
      }
      // probes are named in the sheet as on the screen
      const named = report.named ? { of: report.named, names: foot.names ?? {} } : undefined;
      const shown = tableColumns(report.columns, asked, named).filter(
        ({ value }) => report.columns[value]?.kind === 'figure' && typeof rows[0]?.[value] === 'number',
      );
      if (rows.length === 0 || shown.length === 0) return;
      const sheet = await sheetOf(report, { ...input, fields: shown.map(({ value }) => value) });
      const head = sheet.findIndex((line) => shown.length > 0 && shown.every(({ label }) => line.includes(label)));
      const body = sheet.slice(head + 1, head + 1 + rows.length);
      for (const { value, label } of shown) {
        const at = sheet[head]?.indexOf(label) ?? -1;
        const cells = body.map((line) => line[at]).filter((cell) => cell !== '' && cell !== undefined);
        const known = rows.filter((row) => typeof row[value] === 'number');
        const told = cells.map((cell, i) => withoutGrowth(known[i], value, Number(cell)));
        expect(told, `${label} of the sheet`).toEqual(figuresIn(rows, value));
      }
      // ticked rows alone; the number of a row is its place in the list
      const [ticked] = rows.slice(-1);
      const some = await sheetOf(report, { ...input, ids: [ticked?.id], fields: shown.map(({ value }) => value) });
      const told = some
        .slice(head + 1)
        .map((line) =>
          shown.flatMap(({ value }, i) => (value === 'seq' ? [] : [line[i] === '' ? null : Number(line[i])])),
        );
      const figures = shown.filter(({ value }) => value !== 'seq').map(({ value }) => value);
      expect(told.map((line) => line.map((figure, i) => withoutGrowth(ticked, figures[i] ?? '', figure)))).toEqual([
        figures.map((value) => ticked?.[value]),
      ]);
    },
    30_000,
  );
});

describe('a day of a truck', () => {
  it.each(
    ['with events over midnight', 'with silences', 'with silences, all late and out of order'].map(
      (name, i) => [name, i] as const,
    ),
  )(
    '%s has one distance, one number of stops and one time of driving, wherever they are shown',
    async (_, i) => {
      const vehicleId = vehicles[i] ?? '';
      for (const day of days) {
        const of = { vehicleIds: [vehicleId], startTime: `${day} 00:00:00`, endTime: `${day} 23:59:59` };
        const { stat } = await ask<{ stat: Record<string, number> }>('/api/gis/track/query', {
          ...of,
          vehicleId,
          vehicleIds: undefined,
        });
        const first = async (path: string, more: object = {}): Promise<Row | undefined> =>
          (await ask<{ list: Row[] }>(`/api/report/${path}/page`, { ...of, ...more, page: 1, size: 50 })).list.find(
            (row) => row.vehicleId === vehicleId,
          );
        const [summary, daily, matrix] = [
          await first('drivingSummary'),
          await first('dailyDriving'),
          await first('dailyDrivingSummary', { metric: 'mileage' }),
        ];
        const km = Math.round((stat.mileageM ?? 0) / 100) / 10;
        const { values } = await ask<Foot>('/api/report/drivingSummary/detailTotals', of);
        const { rows } = await sql<{
          km: number;
          hours: number;
        }>`select round(mileage_m::numeric / 1000, 1)::float8 as km, driving_ms / 3600000.0::float8 as hours
          from day_summary where vehicle_id = ${vehicleId} and day = ${day}::date`.execute(app.database.systemDb);
        const shown = {
          summary: summary?.mileage,
          daily: daily?.km ?? 0,
          matrix: matrix?.total ?? 0,
          detail: values.km,
          stored: rows[0]?.km ?? 0,
        };
        expect(shown, `${day}: km`).toEqual({ summary: km, daily: km, matrix: km, detail: km, stored: km });
        expect(summary?.stops, `${day}: stops`).toBe(stat.stopCount);
        expect(Math.abs(Number(summary?.drivingHours) - (stat.drivingSec ?? 0) / 3600), `${day}: hours`).toBeLessThan(
          0.051,
        );
        expect(Math.abs(Number(daily?.driving ?? 0) - (stat.drivingSec ?? 0) / 60), `${day}: minutes`).toBeLessThan(
          0.51,
        );
      }
    },
    30_000,
  );
});
