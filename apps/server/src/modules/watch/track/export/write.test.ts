import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeVehicle, report, testStream } from '../../../../../test/stream-kit';
import { type TestApp, testApp } from '../../../../../test/test-app';
import { exportPath, runExport } from '../../../../core/export/run';
import { wireTime } from '../../../../core/http/answer/wire-time';
import { degreesNorth } from '../../../../kernel/fixture';
import { Authenticator } from '../../../base/identity/session/authenticate';

let app: TestApp;
let token: string;
let vehicleId: string;
const filesDir = mkdtempSync(join(tmpdir(), 'tongda-files-'));
const dayMs = 86_400_000;
/** two days ago 23:00 in Shanghai: the track crosses a midnight, and the pieces that the export reads */
const t0 = Math.floor((Date.now() - 3 * dayMs) / dayMs) * dayMs + 15 * 3_600_000;

// as an earlier version left it
mkdirSync(join(filesDir, 'exports'), { mode: 0o755 });

beforeAll(async () => {
  app = await testApp();
  const company = await app.company('甲冷链', { primary: true });
  token = company.token;
  const truck = await makeVehicle(app.database, '甲冷链');
  vehicleId = truck.vehicleId;
  const { send, stream } = await testStream(app.database);
  const points = [];
  for (let minute = 0; minute < 26 * 60; minute++) {
    points.push(report(truck, t0 + minute * 60_000, { speedKmh: 36, lat: 20 + degreesNorth(minute * 600) }));
  }
  await Promise.all(points.map(send));
  await stream.stop();
});
afterAll(async () => {
  await app.close();
  rmSync(filesDir, { recursive: true, force: true });
});

/** Asks for a file, lets the worker make it, reads it. */
async function fileOf(format: string, more: object = {}): Promise<{ text: string; rows: string | null }> {
  const wire = (t: number) => wireTime(t, 'Asia/Shanghai');
  const input = { vehicleId, startTime: wire(t0), endTime: wire(t0 + 27 * 3_600_000), format, ...more };
  const answer = await app.post('/api/gis/track/export', input, token);
  expect(answer.code, answer.msg).toBe(200);
  const { systemDb } = app.database;
  const authenticator = new Authenticator(app.database, app.secrets, app.log);
  await runExport(
    { db: systemDb, filesDir, log: pino({ level: 'silent' }), ctxOfUser: (id) => authenticator.ofUser(id) },
    answer.data.id,
  );
  const task = await systemDb
    .selectFrom('export_task')
    .selectAll()
    .where('id', '=', answer.data.id)
    .executeTakeFirstOrThrow();
  expect(task.status, task.fail_reason ?? '').toBe(1);
  const modeOf = (path: string) => statSync(path).mode & 0o777;
  const path = exportPath(filesDir, task);
  expect([modeOf(dirname(path)), modeOf(path)], 'nobody else on the machine reads it').toEqual([0o700, 0o600]);
  return { text: readFileSync(exportPath(filesDir, task), format === 'xlsx' ? 'latin1' : 'utf8'), rows: task.rows };
}

it('CSV: every point once, numbered on, mileage growing over the days', async () => {
  const { text, rows } = await fileOf('csv', { fields: ['no', 'gpsTime', 'mileageKm', 'kind'] });
  const lines = text.trim().split('\r\n');
  const head = lines.findIndex((line) => line.startsWith('序号'));
  const body = lines.slice(head + 1).map((line) => line.split(','));
  expect(rows).toBe('1560');
  expect(body).toHaveLength(1560);
  expect(body.map((row) => Number(row[0]))).toEqual(Array.from({ length: 1560 }, (_, i) => i + 1));
  const km = body.map((row) => Number(row[2]));
  expect(km.every((value, i) => i === 0 || value >= (km[i - 1] ?? 0))).toBe(true);
  expect(km[1559]).toBeCloseTo(0.6 * 1559, 0);
  expect(text).toContain('车牌号：沪A');
});

it('GPX and KML hold every fix; a spreadsheet is a zip', async () => {
  const gpx = await fileOf('gpx');
  expect(gpx.text.match(/<trkpt /gu)).toHaveLength(1560);
  const kml = await fileOf('kml');
  expect(kml.text).toContain('<LineString>');
  const xlsx = await fileOf('xlsx');
  expect(xlsx.text.startsWith('PK')).toBe(true);
});

it('refuses an unknown format and more than 31 days in words', async () => {
  const ask = (more: object) =>
    app.post(
      '/api/gis/track/export',
      { vehicleId, startTime: '2026-01-01 00:00:00', endTime: '2026-01-02 00:00:00', format: 'csv', ...more },
      token,
    );
  expect(await ask({ format: 'pdf' })).toMatchObject({ code: 4000, msg: expect.stringContaining('不支持的文件格式') });
  expect(await ask({ endTime: '2026-02-02 00:00:00' })).toMatchObject({ code: 4000, msg: '查询时间跨度不能超过31天' });
  expect(await ask({ vehicleId: '999999' })).toMatchObject({ code: 4004 });
});
