import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeVehicle, report, testStream } from '../../../../test/stream-kit';
import { type TestApp, testApp } from '../../../../test/test-app';
import { exportPath, runExport } from '../../../core/export/run';
import { wireTime } from '../../../core/http/wire-time';
import { degreesNorth } from '../../../kernel/fixture';
import { Authenticator } from '../../base/identity/session/authenticate';

/** What a report does not know (0xFFFF and the like) is empty wherever a speed, direction or altitude is read; it is never 0. */
let app: TestApp;
let token: string;
let vehicleId: string;
const filesDir = mkdtempSync(join(tmpdir(), 'tongda-unknown-'));
const now = Math.floor(Date.now() / 1000) * 1000;
const t0 = now - 60_000;
const wire = (t: number) => wireTime(t, 'Asia/Shanghai');

beforeAll(async () => {
  app = await testApp();
  ({ token } = await app.company('甲冷链', { primary: true }));
  const truck = await makeVehicle(app.database, '甲冷链');
  vehicleId = truck.vehicleId;
  const { send, stream } = await testStream(app.database);
  const unknown = { speedKmh: null, directionDeg: null, altitudeM: null };
  for (let i = 0; i < 4; i++)
    await send(
      report(truck, t0 + i * 20_000, {
        lat: 31.2304 + degreesNorth(i * 300),
        receiveTime: t0 + i * 20_000,
        ...(i === 1 || i === 3 ? unknown : { speedKmh: 54, directionDeg: 90 }),
      }),
    );
  await stream.stop();
});
afterAll(async () => {
  await app.close();
  rmSync(filesDir, { recursive: true, force: true });
});

const post = async (path: string, body: object) => {
  const { code, msg, data } = await app.post(path, body, token);
  expect(code, msg).toBe(200);
  return data;
};

async function fileOf(path: string, input: object): Promise<string> {
  const { id } = await post(path, input);
  const { systemDb } = app.database;
  const authenticator = new Authenticator(app.database, app.secrets, app.log);
  const log = pino({ level: 'silent' });
  await runExport({ db: systemDb, filesDir, log, ctxOfUser: (user) => authenticator.ofUser(user) }, id);
  const task = await systemDb.selectFrom('export_task').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  expect(task.status, task.fail_reason ?? '').toBe(1);
  return readFileSync(exportPath(filesDir, task), 'utf8');
}
/** The cells of a CSV file below these heads, from the second row of the table on. */
function cellsOf(text: string, heads: readonly string[]): string[][] {
  const lines = text
    .trim()
    .split('\r\n')
    .map((line) => line.split(','));
  const at = lines.findIndex((line) => heads.every((head) => line.includes(head)));
  const columns = heads.map((head) => lines[at]?.indexOf(head) ?? -1);
  return lines.slice(at + 1).map((line) => columns.map((column) => line[column] ?? ''));
}

it('the newest state: card, list, nearby, vehicle page and exported positions', async () => {
  const none = { speedKmh: null, directionDeg: null, altitudeM: null };
  const { live } = await post('/api/gis/monitor/snapshot', {});
  expect(live).toMatchObject([{ vehicleId, ...none }]);
  const near = { lng: 121.4737, lat: 31.2304, radius: 6000 };
  expect(await post('/api/gis/monitor/nearby', near)).toMatchObject([{ speedKmh: null }]);
  const then = (t: number) => post('/api/gis/monitor/nearby', { ...near, time: wire(t) });
  expect(await then(t0 + 20_000)).toMatchObject([{ speedKmh: null }]);
  expect(await then(t0 + 40_000)).toMatchObject([{ speedKmh: 54 }]);
  const csv = await fileOf('/api/gis/monitor/export', {
    format: 'csv',
    vehicleIds: [vehicleId],
    fields: ['plateNo', 'speedKmh', 'gpsTime'],
  });
  expect(cellsOf(csv, ['速度(km/h)'])).toEqual([['']]);
});

it('the track: curves, table, exported points and files of maps', async () => {
  const range = { vehicleId, startTime: wire(t0), endTime: wire(now) };
  const { points, stat } = await post('/api/gis/track/query', range);
  expect(points.speedKmh).toEqual([54, null, 54, null]);
  expect(points.directionDeg).toEqual([90, null, 90, null]);
  expect(stat.maxSpeedKmh).toBe(54);
  const { list } = await post('/api/gis/track/points', { ...range, page: 1, size: 10 });
  expect(list.map((row: { speedKmh: number; direction: string }) => [row.speedKmh, row.direction])).toEqual([
    [54, '东'],
    [null, ''],
    [54, '东'],
    [null, ''],
  ]);
  const csv = await fileOf('/api/gis/track/export', { ...range, format: 'csv', fields: ['speedKmh', 'direction'] });
  expect(cellsOf(csv, ['速度(km/h)', '方向'])).toEqual([
    ['54', '东'],
    ['', ''],
    ['54', '东'],
    ['', ''],
  ]);
  const gpx = await fileOf('/api/gis/track/export', { ...range, format: 'gpx' });
  expect(gpx.match(/<td:speedKmh>[^<]*</gu)).toEqual(['<td:speedKmh>54<', '<td:speedKmh>54<']);
  expect(gpx.match(/<td:course>[^<]*</gu)).toEqual(['<td:course>90<', '<td:course>90<']);
  expect(gpx.match(/<trkpt /gu)).toHaveLength(4);
});
