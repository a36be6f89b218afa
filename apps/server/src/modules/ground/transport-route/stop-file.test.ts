import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FleetFixture, fleetFixture } from '../../../../test/fleet-fixture';
import { uploadSheet } from '../../../../test/sheet-kit';
import { type TestApp, testApp } from '../../../../test/test-app';
import { changePart } from '../../../../test/workbook-kit';
import { exportPath, runExport } from '../../../core/export/run';
import { Authenticator } from '../../base/identity/session/authenticate';

const api = '/api/base/manage/route';
let app: TestApp;
let a: FleetFixture;
let places: string[];

beforeAll(async () => {
  app = await testApp();
  a = await fleetFixture(app, '停靠点文件');
  const site = async (name: string, lng: number) => {
    const shape = { kind: 'circle', lng, lat: 31, radiusM: 300 };
    return String((await a.post('/api/base/manage/region/add', { kind: 'site', placeType: 2, name, shape })).data.id);
  };
  places = [await site('东站', 121), await site('中站', 121.2), await site('西站', 121.4)];
});
afterAll(() => app.close());

/** The bytes of a file that was asked for, as the worker makes it. */
async function fileOf(input: object): Promise<Buffer> {
  const filesDir = mkdtempSync(join(tmpdir(), 'td-routes-'));
  try {
    const { id } = (await a.post(`${api}/exportRoute`, input)).data;
    const { systemDb: db } = app.database;
    const authenticator = new Authenticator(app.database, app.secrets, app.log);
    await runExport({ db, filesDir, log: app.log, ctxOfUser: (who) => authenticator.ofUser(who) }, id);
    const task = await db.selectFrom('export_task').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    return readFileSync(exportPath(filesDir, task));
  } finally {
    rmSync(filesDir, { recursive: true, force: true });
  }
}

it('is exported with a line a stop, and taken back: as it is, and changed', async () => {
  const stops = [
    { placeId: places[0], pointType: 1, stayMin: 30 },
    { placeId: places[1], distanceKm: 24.8, driveMin: 33, stayMin: 20, assess: false },
    { placeId: places[2], distanceKm: 25.1, driveMin: 34, earlyMin: 10, lateMin: 5 },
  ];
  const more = { departTimes: ['06:00', '21:30'], weekdays: [1, 3], temperatureTypes: [2, 3], vehicleTypes: ['冷藏'] };
  for (const routeCode of ['F1', 'F2'])
    await a.post(`${api}/add`, {
      routeCode,
      routeName: `往返${routeCode}`,
      routeType: 1,
      tollYuan: 35.5,
      remark: '北门',
      stops,
      ...more,
    });
  const rows = async () => (await a.post(`${api}/page`, {})).data.list;
  const detail = async (id: string) => (await a.post(`${api}/detail`, { id })).data;
  const [row] = await rows();
  const before = await detail(row.id);

  const file = await fileOf({ stops: true });
  const send = (call: string, bytes: Buffer) => uploadSheet(app, `${api}/${call}`, bytes, a.token, { mode: 'update' });
  expect((await send('importCheck', file)).data).toMatchObject({ total: 2, invalid: 0, updates: 2, adds: 0 });
  expect(await send('import', file)).toMatchObject({ code: 200 });
  const after = await detail(row.id);
  const { updateTime: _before, version: _old, ...same } = before;
  expect(after).toMatchObject(same);

  // one cell of it changed by hand
  const changed = await changePart(file, 'xl/worksheets/sheet1.xml', (xml) =>
    xml.replaceAll('<v>24.8</v>', '<v>26</v>'),
  );
  expect(await send('import', changed)).toMatchObject({ code: 200 });
  expect(await detail(row.id)).toMatchObject({ planMileage: 51.1, stops: [{}, { distanceKm: 26, assess: false }, {}] });
  expect((await rows()).map(({ planMileage }: { planMileage: number }) => planMileage)).toEqual([51.1, 51.1]);
});
