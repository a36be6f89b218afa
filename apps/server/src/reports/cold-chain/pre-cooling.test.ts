import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readPdf, writeExport } from '../../../test/paper-kit';
import { type SceneReport, sceneTruck } from '../../../test/reading-kit';
import { type TestApp, testApp } from '../../../test/test-app';
import { wireTime } from '../../core/http/answer/wire-time';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
const dir = mkdtempSync(join(tmpdir(), 'cooling-'));
afterAll(async () => {
  await app.close();
  rmSync(dir, { recursive: true });
});

const probes = [
  ['后部', -25, -12],
  ['环境', null, null],
] as const;
/** on at 08:00, from 6 ℃ down by half a degree a minute to −19 */
const cooling = (m: number): SceneReport => ({
  tempC: [m < 480 ? 6 : Math.max(-19, 6 - 0.5 * (m - 480)), 21],
  on: m >= 480,
});

/** A task of yesterday, as it was given then. */
async function task(
  of: { vehicle: { clientId: string; vehicleId: string }; day: number },
  planMinute: number,
  more: { fromMinute?: number; targetC?: number; minutes?: number } = {},
): Promise<void> {
  const at = (minute: number): Date => new Date(of.day + minute * 60_000);
  await sql`insert into pre_cooling (client_id, vehicle_id, target_c, minutes, plan_load_at, created_at, site_name, creator_name)
    values (${of.vehicle.clientId}, ${of.vehicle.vehicleId}, ${more.targetC ?? -18}, ${more.minutes ?? 30}, ${at(planMinute)}, ${at(more.fromMinute ?? 420)}, '东莞冷库', '调度')`.execute(
    app.database.systemDb,
  );
}

test('the 预冷凭证 of a task says how the box was cooled and whether it was cold in time', async () => {
  const truck = await sceneTruck(app, '凭证公司', probes, [440, 660], cooling);
  await task(truck, 600);
  const [row] = (await truck.ask('preCooling/page')).data.list;
  const asked = { id: row?.id, vehicleId: row?.vehicleId, planLoadTime: row?.planLoadTime };
  const { data } = await app.post('/api/report/preCooling/print', asked, truck.token);
  const { file, failed } = await writeExport(app, data.id, dir);
  expect(failed).toBeNull();
  const { pages, text } = await readPdf(file);
  expect(pages).toHaveLength(1);
  for (const words of [
    ...[
      '预冷凭证',
      '凭证公司',
      row?.plateNo,
      '东莞冷库',
      '−18.0 °C',
      '是否达标 达标',
      '提前量 76 分',
      '预冷用时 44 分',
    ],
    ...[`计划装货时间 ${row?.planLoadTime}`, '曲线', '装货方'],
  ])
    expect(text).toContain(words);
  expect(await app.post('/api/report/preCooling/print', { ...asked, id: 'x1' }, truck.token)).toMatchObject({
    code: 4000,
  });
});

test('cold in time, too close to loading, stopped by a door, never begun: figures and verdict of each', async () => {
  const truck = await sceneTruck(app, '预冷公司', probes, [440, 660], (m) => ({
    ...cooling(m),
    open: m >= 620 && m < 627,
  }));
  const { ask, clock } = truck;
  await task(truck, 600);
  await task(truck, 540, { minutes: 60 });
  await task(truck, 640, { fromMinute: 610, targetC: -25 });
  await task(truck, 470);
  const { list, total } = (await ask('preCooling/page', { sort: 'planLoadTime asc' })).data;
  expect(total).toBe(4);
  expect(
    list.map(({ planLoadTime, verdict, status, leadMin, usedMin, why }) => [
      clock(planLoadTime),
      verdict,
      String(status),
      leadMin,
      usedMin,
      why,
    ]),
  ).toEqual([
    ['07:50', 'missed', '1', -54, 44, ''],
    ['09:00', 'tight', '1', 16, 44, ''],
    ['10:00', 'reached', '1', 76, 44, ''],
    ['10:40', 'missed', '2', null, null, 'door'],
  ]);
  expect(list[2]).toMatchObject({
    startC: 6,
    rate: 30,
    endTemps: '后部 −19',
    ambientC: 21,
    doorOpens: 0,
    siteName: '东莞冷库',
    creator: '调度',
    stoppable: false,
  });
  expect([clock(list[2]?.startTime), clock(list[2]?.reachTime), clock(list[2]?.endTime)]).toEqual([
    '08:00',
    '08:44',
    '08:54',
  ]);
  expect((await ask('preCooling/page', { verdict: 'reached' })).data.total).toBe(1);
  expect((await ask('preCooling/page', { coolerStatus: '2' })).data.total).toBe(1);
  expect((await ask('preCooling/page', { site: '东莞' })).data.total).toBe(4);
});

test('a task is given for the future and stopped once; the past, a truck without a probe and a second one at the time are refused', async () => {
  const { ask, vehicle, token } = await sceneTruck(app, '任务公司', probes, [470, 490], cooling);
  const soon = wireTime(Date.now() + 3_600_000, 'Asia/Shanghai');
  const add = (more: object = {}) =>
    app.post(
      '/api/report/preCooling/add',
      { vehicleId: vehicle.vehicleId, targetC: -18, minutes: 30, planLoadTime: soon, ...more },
      token,
    );
  expect(await add({ planLoadTime: '2026-01-01 08:00:00' })).toMatchObject({
    data: { errors: [{ field: 'planLoadTime', msg: '计划装货时间应晚于现在' }] },
  });
  expect(await add({ targetC: -31 })).toMatchObject({
    data: { errors: [{ field: 'targetC', msg: '目标温度应为−30~25℃' }] },
  });
  const { code, data } = await add();
  expect(code).toBe(200);
  expect((await add()).msg).toContain('已有预冷任务');
  const future = { startTime: soon, endTime: wireTime(Date.now() + 7_200_000, 'Asia/Shanghai') };
  expect((await ask('preCooling/page', future)).data.list).toMatchObject([
    { taskId: data.id, status: 'none', verdict: 'running', stoppable: true },
  ]);
  expect((await app.post('/api/report/preCooling/stop', { id: data.id }, token)).code).toBe(200);
  expect((await app.post('/api/report/preCooling/stop', { id: data.id }, token)).code).toBe(4004);
  expect((await ask('preCooling/page', future)).data.list).toMatchObject([{ stoppable: false }]);
  await sql`delete from probe where vehicle_id = ${vehicle.vehicleId}`.execute(app.database.systemDb);
  expect(await add()).toMatchObject({ data: { errors: [{ field: 'vehicleId', msg: '所选车辆未安装温度探头' }] } });
});
