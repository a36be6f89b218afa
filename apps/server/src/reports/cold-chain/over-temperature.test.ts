import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeRule } from '../../../test/facts-kit';
import { readPdf, writeExport } from '../../../test/paper-kit';
import { append, storedAt } from '../../../test/point-kit';
import { readingTruck, type SceneReport, sceneTruck } from '../../../test/reading-kit';
import { type TestApp, testApp } from '../../../test/test-app';
import { wireTime } from '../../core/http/answer/wire-time';
import { Authenticator } from '../../modules/base/identity/session/authenticate';
import { eachProbed, type Query } from './pass-rate';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
const dir = mkdtempSync(join(tmpdir(), 'deviation-'));
afterAll(async () => {
  await app.close();
  rmSync(dir, { recursive: true });
});

const frozen = [['后部', -25, -12]] as const;
const rule = ({ clientId }: { clientId: string }) =>
  makeRule(app.database, clientId, 'temperature', { probes: [{ channel: 1, lower: null, upper: -12 }], delayS: 600 });
/** K17: bound −12, every five minutes from 10:00 */
const k17 = [-18, -13, -11.5, -10, -8, -9, -12.2, -12.6, -12.8, -14];
const warmAt = (minute: number): number => k17[Math.floor((minute - 600) / 5)] ?? -18;
const scene =
  (more: (m: number) => SceneReport = () => ({})) =>
  (m: number): SceneReport => ({ tempC: [warmAt(m)], ...more(m) });

test('the 偏差报告 of an alarm says what was measured and done, and leaves room for cause and measures', async () => {
  const { ask, token, vehicle, clock } = await sceneTruck(app, '偏差公司', frozen, [540, 720], scene(), rule);
  const [row] = (await ask('overTemperature/page')).data.list;
  const handled = await app.post(
    '/api/report/overTemperature/handle',
    { episodes: [{ id: row?.episodeId, version: row?.version }], handleType: 'onSite', remark: '已换车转运' },
    token,
  );
  expect(handled.code).toBe(200);
  const asked = {
    ...{ episodeId: row?.episodeId, vehicleId: vehicle.vehicleId },
    ...{ fromMs: row?.fromMs, startTime: row?.startTime },
  };
  const { data } = await app.post('/api/report/overTemperature/print', asked, token);
  const { file, failed } = await writeExport(app, data.id, dir);
  expect(failed).toBeNull();
  const { pages, text } = await readPdf(file);
  expect(pages.length).toBeLessThanOrEqual(2);
  for (const words of [
    ...[
      '偏差报告',
      '偏差公司',
      `PC${row?.episodeId}`,
      row?.plateNo,
      '后部',
      '上限 −12.0 °C',
      '超高',
      '−8.0 °C',
      '4.0 °C',
      '47.5 °C·分',
    ],
    ...[
      `开始时间 ${row?.startTime}`,
      '持续时长 25 分',
      '前后两小时的曲线',
      '已换车转运',
      '根本原因',
      '预防措施',
      '质量管理',
    ],
  ])
    expect(text).toContain(words);
  expect(clock(row?.startTime)).toBe('10:10');
  // another company's alarm is none
  const stranger = await app.company('偏差外人');
  const foreign = await app.post('/api/report/overTemperature/print', asked, stranger.token);
  expect((await writeExport(app, foreign.data.id, dir)).failed).toContain('超温记录');
});

test('an episode of a rule with its figures and cause; the alarm list holds the same, and what was handled here is handled there', async () => {
  const { ask, clock, token } = await sceneTruck(
    app,
    '超温公司',
    frozen,
    [540, 720],
    scene((m) => ({ open: m >= 605 && m < 612 })),
    rule,
  );
  const { list, total } = (await ask('overTemperature/page')).data;
  expect(total).toBe(1);
  const [row] = list;
  expect([clock(row?.startTime), clock(row?.endTime)]).toEqual(['10:10', '10:35']);
  expect(row).toMatchObject({
    ...{
      probe: '后部',
      lower: null,
      upper: -12,
      direction: 'high',
      extreme: -8,
      deviation: 4,
      level: 2,
      minutes: 25,
      degMin: 47.5,
    },
    ...{ maxC: -8, cause: 'door', doorMin: 2, chiller: 'on', handleStatus: '0', data: 'real', status: 1 },
  });
  const { data } = await app.post('/api/alarm/record/page', { kind: 'temperatureAlarm' }, token);
  expect(data.list).toMatchObject([{ id: row?.episodeId, startTime: row?.startTime, endTime: row?.endTime, level: 2 }]);
  expect((await ask('overTemperature/totals')).data.values).toMatchObject({
    minutes: 25,
    vehicles: 1,
    worstC: 4,
    degMin: 47.5,
  });
  // the trend by day and the trucks with the most of it
  expect((await ask('overTemperature/stat')).data).toMatchObject({
    days: [{ day: String(row?.startTime).slice(0, 10), rows: 1 }],
    vehicles: [{ plateNo: row?.plateNo, rows: 1 }],
  });
  expect((await ask('overTemperature/page', { minMinutes: 26 })).data.total).toBe(0);
  expect((await ask('overTemperature/page', { levels: ['3'] })).data.total).toBe(0);

  const handle = (more: object) =>
    app.post(
      '/api/report/overTemperature/handle',
      {
        episodes: [{ id: row?.episodeId, version: row?.version }],
        handleType: 'damage',
        remark: '整车降级处理',
        ...more,
      },
      token,
    );
  expect(await handle({ remark: '短' })).toMatchObject({ code: 4000, data: { errors: [{ field: 'remark' }] } });
  expect((await handle({})).data).toMatchObject([{ ok: true }]);
  expect((await ask('overTemperature/page', { handleStatus: ['2'] })).data.list).toMatchObject([
    { remark: '货损上报：整车降级处理', handleStatus: '2' },
  ]);
  expect((await app.post('/api/alarm/record/page', { kind: 'temperatureAlarm' }, token)).data.list).toMatchObject([
    { handleStatus: 2 },
  ]);
  expect((await handle({})).code).not.toBe(200);
});

test('any bounds find their episodes in the samples, without a rule and without an alarm; wrong ones are refused at their field', async () => {
  const { ask, clock } = await sceneTruck(app, '自定义公司', frozen, [540, 720], scene());
  expect((await ask('overTemperature/page')).data.total).toBe(0);
  const custom = (more: object) => ask('overTemperature/page', { basis: 'custom', ...more });
  const { list } = (await custom({ upper: -12 })).data;
  expect(list.map((row) => [clock(row.startTime), clock(row.endTime), row.extreme, row.degMin, row.episodeId])).toEqual(
    [['10:10', '10:35', -8, 47.5, null]],
  );
  expect((await custom({ upper: -12 })).data.list[0]).toMatchObject({ cause: 'unknown', upper: -12, handleStatus: '' });
  expect((await custom({ upper: -9 })).data.list).toMatchObject([]);
  expect((await custom({ upper: -9, minMinutes: 4 })).data.list).toMatchObject([{ extreme: -8 }]);
  expect((await custom({ lower: -15 })).data.list).toMatchObject([{ direction: 'low' }, { direction: 'low' }]);
  expect(await custom({})).toMatchObject({ data: { errors: [{ field: 'upper', msg: '请输入上限或下限' }] } });
  expect(await custom({ lower: 0, upper: -5 })).toMatchObject({
    data: { errors: [{ field: 'upper', msg: '上限应大于下限' }] },
  });
});

test('by the zone of the waybill only its time counts, against the bounds of its goods', async () => {
  const { ask, clock, vehicle, day } = await sceneTruck(app, '运单温区公司', frozen, [540, 720], scene());
  const at = (minute: number): Date => new Date(day + minute * 60_000);
  await sql`insert into waybill (client_id, waybill_code, waybill_kind, vehicle_id, transport_status, temperature_types, plan_depart_at, plan_arrive_at, actual_depart_at, actual_arrive_at, busy_from, busy_until)
    values (${vehicle.clientId}, 'YD7', 1, ${vehicle.vehicleId}, 3, '{3}', ${at(595)}, ${at(700)}, ${at(600)}, ${at(690)}, ${at(595)}, ${at(700)})`.execute(
    app.database.systemDb,
  );
  const { list } = (await ask('overTemperature/page', { basis: 'waybill' })).data;
  // −18 is the bound of frozen goods: from the first −13 to the first reading at −18.5 or below, which does not come before it ends
  expect(list.map((row) => [clock(row.startTime), row.upper, row.waybill, row.status])).toEqual([
    ['10:05', -18, 'YD7', 0],
  ]);
  expect((await ask('overTemperature/page', { basis: 'custom', upper: -12, inTransit: true })).data.total).toBe(1);
});

test('of a truck without a waybill in the range nothing is read by the zone of the waybill', async () => {
  const truck = await sceneTruck(app, '无运单公司', frozen, [600, 660], scene());
  const user = await app.database.systemDb
    .selectFrom('app_user')
    .select('id')
    .where('client_id', '=', truck.vehicle.clientId)
    .executeTakeFirstOrThrow();
  const ctx = await new Authenticator(app.database, app.secrets, app.log).ofUser(user.id);
  if (!ctx) throw new Error('the user may log in');
  const q: Query = {
    ...{ startTime: `${truck.date} 00:00:00`, endTime: `${truck.date} 23:59:59` },
    ...{ from: truck.day, until: truck.day + 86_400_000, vehicleIds: [truck.vehicle.vehicleId], basis: 'waybill' },
    ...{ lower: undefined, upper: -12, minMinutes: 0, levels: undefined, handleStatus: undefined, inTransit: false },
    ...{ fleetId: undefined, orgId: undefined },
  };
  const readOf = (more: object) => eachProbed(ctx, { ...q, ...more }, ({ points }) => [points.length]);
  expect(await readOf({})).toEqual([]);
  expect(await readOf({ basis: 'custom' })).toEqual([60]);
  await underWay(truck, 'YD6');
  expect(await readOf({})).toEqual([60]);
});

test('合格率 of the head is that of 温湿度报表 for the same time and bounds: of the rule, of the reader, and of a part of a day', async () => {
  const { ask, date } = await sceneTruck(app, '合格率公司', frozen, [540, 720], scene(), rule);
  const headOf = async (more: object = {}) =>
    (await ask('overTemperature/totals', more)).data.values as { passRate: number };
  const figureOf = async (more: object = {}) => {
    const [probe] = (await ask('temHum/totals', more)).data.stat as Array<{ passRate: number }>;
    return probe?.passRate ?? 0;
  };
  // 09:00-12:00 in minutes, above −12 from 10:10 until 10:30
  expect((await headOf()).passRate).toBe(88.89);
  expect(await figureOf()).toBe(88.9);
  // the reader's own bound, and nothing of the probe's
  expect((await headOf({ basis: 'custom', upper: -9 })).passRate).toBeCloseTo(await figureOf({ upper: -9 }), 0);
  expect((await headOf({ basis: 'custom', upper: -9 })).passRate).toBe(97.22);
  // one hour of the day: 20 of its 60 minutes
  const hour = { startTime: `${date} 10:00:00`, endTime: `${date} 10:59:59` };
  expect((await headOf(hour)).passRate).toBe(66.67);
  // a report at 11:00:00 is of the next hour
  expect(await figureOf(hour)).toBe(66.7);
  // nothing was watched before it drove
  expect((await headOf({ startTime: `${date} 01:00:00`, endTime: `${date} 02:00:00` })).passRate).toBeNull();
});

/** A waybill of frozen goods that was under way from 10:00 until 11:30. */
const underWay = (
  { vehicle, day }: { vehicle: { clientId: string; vehicleId: string }; day: number },
  code: string,
) => {
  const at = (minute: number): Date => new Date(day + minute * 60_000);
  return sql`insert into waybill (client_id, waybill_code, waybill_kind, vehicle_id, transport_status, temperature_types, plan_depart_at, plan_arrive_at, actual_depart_at, actual_arrive_at, busy_from, busy_until)
    values (${vehicle.clientId}, ${code}, 1, ${vehicle.vehicleId}, 3, '{3}', ${at(595)}, ${at(700)}, ${at(600)}, ${at(690)}, ${at(595)}, ${at(700)})`.execute(
    app.database.systemDb,
  );
};

test('合格率 by the zone of the waybill, and 仅在途 by each basis, is of the time of the waybill', async () => {
  const truck = await sceneTruck(app, '在途合格率公司', frozen, [540, 720], scene(), rule);
  await underWay(truck, 'YD8');
  const rateOf = async (more: object) =>
    ((await truck.ask('overTemperature/totals', more)).data.values as { passRate: number }).passRate;
  // above −18 from 10:05 until 10:50
  expect(await rateOf({ basis: 'waybill' })).toBe(50);
  // 20 of the 90 minutes above −12, as the probe and as the reader have it
  expect(await rateOf({ inTransit: true })).toBe(77.78);
  expect(await rateOf({ basis: 'custom', upper: -12, inTransit: true })).toBe(77.78);
  expect(await rateOf({ basis: 'custom', upper: -12 })).toBe(88.89);
});

test('合格率 of whole days and parts together; a truck without its temperatures or after its service is left out of both', async () => {
  const { ask, vehicle, day, date } = await sceneTruck(app, '多日合格率公司', frozen, [540, 720], scene(), rule);
  const evening = Array.from({ length: 60 }, (_, i) => storedAt(vehicle, day + (i - 240) * 60_000, { tempC: [5] }));
  await append(app.database, evening, day);
  const evenings = wireTime(day - 210 * 60_000, 'Asia/Shanghai');
  const rateOf = async (more: object) =>
    (await ask('overTemperature/totals', { startTime: evenings, ...more })) as unknown as {
      code: number;
      data: { values: { passRate: number } };
    };
  // 30 warm minutes of the evening before, and 20 of the 180 of the whole day
  expect((await rateOf({})).data.values.passRate).toBe(76.19);
  const [blind, over] = [await readingTruck(app, '不给温度公司', []), await readingTruck(app, '服务到期公司', [])];
  await sql`insert into vehicle_access (client_id, vehicle_id, source, scopes, valid_from)
    values (${vehicle.clientId}, ${blind.vehicle.vehicleId}, 'share', '{position,track,report}', '2026-01-01 00:00+08'),
      (${vehicle.clientId}, ${over.vehicle.vehicleId}, 'share', '{position,track,temperature,report}', '2026-01-01 00:00+08')`.execute(
    app.database.systemDb,
  );
  await sql`update vehicle set service_end = ${date}::date - 30 where id = ${over.vehicle.vehicleId}`.execute(
    app.database.systemDb,
  );
  const vehicleIds = [vehicle, blind.vehicle, over.vehicle].map(({ vehicleId }) => vehicleId);
  expect(await rateOf({ vehicleIds })).toMatchObject({ code: 200, data: { values: { passRate: 76.19 } } });
  // by the reader's own bounds as well: who chose nobody by name is refused nothing
  const typed = { basis: 'custom', upper: -12 };
  expect(await rateOf(typed)).toMatchObject({ code: 200, data: { values: { passRate: expect.any(Number) } } });
  expect(await ask('overTemperature/page', { startTime: evenings, ...typed })).toMatchObject({ code: 200 });
  expect(await ask('overTemperature/page', { startTime: evenings, ...typed, vehicleIds })).toMatchObject({
    code: 4004,
  });
  // of its own truck the whole day after the last paid one counts no more
  await sql`update vehicle set service_end = ${date}::date - 1 where id = ${vehicle.vehicleId}`.execute(
    app.database.systemDb,
  );
  expect((await rateOf({ startTime: wireTime(day - 209 * 60_000, 'Asia/Shanghai') })).data.values.passRate).toBe(0);
});
