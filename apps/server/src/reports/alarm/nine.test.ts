import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { append, storedAt } from '../../../test/point-kit';
import { readingDay, readingTruck } from '../../../test/reading-kit';
import { makeVehicle } from '../../../test/stream-kit';
import { type TestApp, testApp } from '../../../test/test-app';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

type Row = Record<string, unknown>;
const range = { startTime: '2026-03-01 00:00:00', endTime: '2026-03-01 23:59:59' };
const everything = { level: '0', handled: 'all', status: 'all', overPercent: 0, onTheWay: false };

interface Alarm {
  kind: string;
  subject?: string;
  from: string;
  until?: string;
  level?: number;
  status?: number;
  peak?: number;
  limit?: number;
  values?: object;
  handled?: string;
  late?: boolean;
}

/** A company with a vehicle and alarms of 1 March by its wall clock. */
async function company(name: string, alarms: readonly Alarm[]) {
  const { token } = await app.company(name);
  const vehicle = await makeVehicle(app.database, name);
  for (const one of alarms)
    await sql`insert into episode (client_id, vehicle_id, kind, alarm, subject, start_time, end_time, confirmed_at, status, level, peak, limit_value, lng, lat, values,
        handle_status, handled_at, handled_name, blind_ratio, announced_at)
      values (${vehicle.clientId}, ${vehicle.vehicleId}, ${one.kind}, true, ${one.subject ?? ''}, ${`2026-03-01 ${one.from}+08`},
        ${one.until ? `2026-03-01 ${one.until}+08` : null}, ${`2026-03-01 ${one.from}+08`}, ${one.status ?? (one.until ? 1 : 0)}, ${one.level ?? 2}, ${one.peak ?? null},
        ${one.limit ?? null}, 121.4737, 31.2304, ${JSON.stringify(one.values ?? {})}::jsonb, ${one.handled ? 2 : 0}, ${one.handled ? `2026-03-01 ${one.handled}+08` : null},
        ${one.handled ? '值班员' : ''}, ${one.late ? 0.5 : 0}, ${one.late ? null : `2026-03-01 ${one.from}+08`})`.execute(
      app.database.systemDb,
    );
  await sql`insert into alarm_handle (client_id, episode_id, action, status_before, status, at, user_name) select client_id, id, 'handle', 0, 2, handled_at, handled_name from episode
    where vehicle_id = ${vehicle.vehicleId} and handled_at is not null`.execute(app.database.systemDb);
  const ask = async (report: string, more: object = {}) =>
    (await app.post(`/api/report/alarm/${report}`, { ...range, ...more }, token)) as {
      code: number;
      data: { list: Row[]; total: number; values: Row; rows: number };
    };
  return { ask, token, vehicle };
}

test('超温: begins with what waits from level 2 on, the largest deviation first; bounds, sides, rates and the mean response are told', async () => {
  const cold = { kind: 'temperatureAlarm', subject: 'tem1', limit: -12 };
  const { ask, token } = await company('超温报警公司', [
    { ...cold, from: '10:00', until: '10:25', peak: -8, values: { deviation: 4, areaMin: 47.5 }, level: 2 },
    { ...cold, from: '12:00', until: '13:00', peak: -2, values: { deviation: 10, areaMin: 200 }, level: 3 },
    { ...cold, from: '14:00', until: '14:10', peak: -11, values: { deviation: 1, areaMin: 5 }, level: 1 },
    { ...cold, from: '16:00', until: '16:20', peak: -25, limit: -22, level: 2, handled: '16:30', late: true },
  ]);
  const other = await company('别家超温报警公司', []);
  const first = (await ask('overTemperature/page')).data;
  expect(first.list.map(({ deviation, level }) => [deviation, level])).toEqual([
    [10, 3],
    [4, 2],
  ]);
  expect(first.list[1]).toMatchObject({
    title: '超温报警',
    probe: '探头1',
    side: 'over',
    limit: -12,
    peak: -8,
    areaMin: 47.5,
    minutes: 25,
    endTime: '2026-03-01 10:25:00',
    source: 'platform',
    pushed: '无推送',
  });
  expect(first.list[1]?.alarmNo).toMatch(/^BJ\d{8}/u);
  // two people on the site, one twice; a text to one of them failed
  await sql`insert into push_send (client_id, vehicle_id, episode_id, occasion, step, channel, recipient, receiver_name, status, title, content, due_at)
    select e.client_id, e.vehicle_id, e.id, 1, s.step, s.channel, s.to_whom, s.to_whom, s.status, '', '', now() from episode e,
      (values (0, 1, 'user:1', 1), (1, 1, 'user:1', 1), (0, 1, 'user:2', 1), (0, 3, '13800000001', 2)) s(step, channel, to_whom, status)
    where e.id = ${first.list[1]?.id}`.execute(app.database.systemDb);
  const all = (await ask('overTemperature/page', everything)).data;
  expect(all.total).toBe(4);
  expect(all.list.find(({ id }) => id === first.list[1]?.id)?.pushed).toBe('站内 2人 成功、短信 1人 失败');
  expect((await ask('overTemperature/page', { ...everything, side: 'under' })).data.list).toMatchObject([
    { side: 'under', pushed: '补传不推送', data: 'late', responseMin: 30, handledBy: '值班员' },
  ]);
  // a quarter was handled, after half an hour; 115 minutes in all
  expect((await ask('overTemperature/totals', everything)).data).toMatchObject({
    rows: 4,
    values: { minutes: 29, doneRate: 25, responseMin: 30 },
  });
  // 1 March 2026 is a Sunday
  expect((await ask('overTemperature/stat', everything)).data).toEqual({
    days: [{ day: '2026-03-01', rows: 4 }],
    hours: [10, 12, 14, 16].map((hour) => ({ weekday: 7, hour, rows: 1 })),
    vehicles: [{ vehicleId: all.list[0]?.vehicleId, plateNo: all.list[0]?.plateNo, rows: 4 }],
  });
  expect((await other.ask('overTemperature/page', everything)).data.total).toBe(0);
  expect((await other.ask('overTemperature/stat', everything)).data).toEqual({ days: [], hours: [], vehicles: [] });
  // the same alarms stand in 报警记录
  const record = (await app.post('/api/alarm/record/page', range, token)) as { data: { total: number } };
  expect(record.data.total).toBe(4);
});

test('withdrawn alarms are listed and counted nowhere, and the cards say what those of 报警记录 say', async () => {
  const cold = { kind: 'temperatureAlarm', subject: 'tem1', limit: -12, peak: -8 };
  const { ask, token, vehicle } = await company('撤销报警公司', [
    { ...cold, from: '10:00', until: '10:20', handled: '10:30' },
    { ...cold, from: '11:00', until: '11:40' },
    // still going on, and withdrawn: neither has a length to speak of
    { ...cold, from: '12:00' },
    { ...cold, from: '13:00', until: '18:00', status: 2 },
  ]);
  // a second step later does not make the reaction longer
  await sql`insert into alarm_handle (client_id, episode_id, action, status_before, status, at, user_name) select client_id, id, 'handle', 2, 2, handled_at + interval '5 hours', handled_name
    from episode where handled_name = '值班员' and client_id = (select client_id from episode order by id desc limit 1)`.execute(
    app.database.systemDb,
  );
  await sql`update episode set handled_at = handled_at + interval '5 hours' where handled_at is not null
    and client_id = (select client_id from episode order by id desc limit 1)`.execute(app.database.systemDb);
  const { data } = await ask('overTemperature/page', everything);
  expect(data.list.map(({ status }) => status).sort()).toEqual([0, 1, 1, 2]);
  expect(data.list.map(({ shared }) => shared)).toEqual([false, false, false, false]);
  const { rows, values } = (await ask('overTemperature/totals', everything)).data;
  expect({ rows, values }).toMatchObject({
    rows: 3,
    values: { vehicles: 1, minutes: 30, doneRate: 33.3, responseMin: 30 },
  });
  const spread = (await ask('overTemperature/stat', everything)).data as unknown as { days: Array<{ rows: number }> };
  expect(spread.days.map((day) => day.rows)).toEqual([3]);
  const waiting = (await ask('overTemperature/page', { ...everything, handled: 'waiting' })).data;
  expect(waiting.list.map(({ status }) => status).sort()).toEqual([0, 1]);
  const record = (await app.post('/api/alarm/record/stat', { ...range, kinds: ['temperatureAlarm'] }, token)) as {
    data: { count: number; waiting: number; handledPercent: number; meanDurationMs: number; meanReactionMs: number };
  };
  expect(record.data).toMatchObject({
    count: rows,
    waiting: waiting.total,
    handledPercent: values.doneRate,
    meanDurationMs: Number(values.minutes) * 60_000,
    meanReactionMs: Number(values.responseMin) * 60_000,
  });
  // whom the truck is lent to sees no steps of its handling, and when it was handled
  const borrower = await company('借车报警公司', []);
  await sql`insert into vehicle_access (client_id, vehicle_id, source, scopes, valid_from)
    values (${borrower.vehicle.clientId}, ${vehicle.vehicleId}, 'share', '{position,track,temperature,alarm}', '2026-01-01 00:00+08')`.execute(
    app.database.systemDb,
  );
  // without 报表 he has his alarms where alarms are handled, and no report of them
  const recorded = await app.post('/api/alarm/record/page', { ...range, kinds: ['temperatureAlarm'] }, borrower.token);
  expect((recorded as { data: { total: number } }).data.total).toBeGreaterThan(0);
  expect((await borrower.ask('overTemperature/page', everything)).data.total).toBe(0);
  expect(await borrower.ask('overTemperature/curve', { vehicleIds: [vehicle.vehicleId] })).toMatchObject({
    code: 4004,
  });
  await sql`update vehicle_access set scopes = scopes || '{report}' where client_id = ${borrower.vehicle.clientId} and vehicle_id = ${vehicle.vehicleId}`.execute(
    app.database.systemDb,
  );
  const lent = (await borrower.ask('overTemperature/page', everything)).data.list;
  expect(lent.find(({ handledBy }) => handledBy === '值班员')).toMatchObject({ shared: true, responseMin: 330 });
});

test('each of the other eight finds its own alarms with its own figures', async () => {
  const { ask, vehicle } = await company('八种报警公司', [
    {
      kind: 'speedAlarm',
      from: '23:10',
      until: '23:13',
      peak: 95,
      limit: 80,
      values: { meanKmh: 91.2, distanceM: 4560, overPercent: 18.8, road: 1 },
    },
    { kind: 'speedAlarm', subject: 'soon', from: '09:00', until: '09:01', peak: 82, limit: 80, level: 1 },
    { kind: 'humidityAlarm', subject: 'hum1', from: '10:00', until: '11:00', peak: 72, limit: 80 },
    { kind: 'doorAlarm', subject: 'door2:moving', from: '10:05', until: '10:10' },
    { kind: 'doorAlarm', subject: 'door1:open', from: '12:05', until: '12:10' },
    { kind: 'co2Alarm', subject: 'co21', from: '10:00', until: '11:00', peak: 5200, limit: 3000 },
    { kind: 'parkingAlarm', from: '15:00', until: '15:45', peak: 45, limit: 30 },
    { kind: 'idleAlarm', from: '16:00', until: '16:20', peak: 20, limit: 10 },
    {
      kind: 'fatigueAlarm',
      subject: 'day',
      from: '06:00',
      until: '10:20',
      peak: 260,
      limit: 240,
      values: { overMin: 20 },
    },
    { kind: 'safetyAlarm', from: '11:00', until: '11:01', values: { alarmType: 186 } },
    { kind: 'safetyAlarm', from: '11:10', until: '11:11', values: { alarmType: 188 } },
    { kind: 'terminalAlarm', subject: 'bit1', from: '20:00', until: '20:01' },
    { kind: 'terminalAlarm', subject: 'bit0', from: '20:10', until: '20:11' },
    { kind: 'deviceAlarm', subject: 'storage', from: '07:40', until: '07:50' },
    { kind: 'deviceAlarm', subject: 'offline', from: '08:00', limit: 10 },
    { kind: 'deviceAlarm', subject: 'powerCut', from: '07:00', until: '07:30' },
    { kind: 'deviceAlarm', subject: 'tem2', from: '09:00', until: '09:30' },
    { kind: 'faultAlarm', subject: 'lowVoltage', from: '08:00', peak: 22, limit: 23.5, values: { times: 3 } },
  ]);
  const list = async (report: string, more: object = {}) => (await ask(`${report}/page`, more)).data.list;
  expect(await list('speeding')).toMatchObject([
    {
      peak: 95,
      limit: 80,
      overPercent: 18.8,
      meanKmh: 91.2,
      distanceKm: 4.56,
      night: 'yes',
      limitBy: 'road',
      title: '超速报警',
    },
    // the terminal found it alone, and does not tell its limit
    { limitBy: 'terminal', source: 'terminal', limit: null, overPercent: null },
  ]);
  expect(await list('speeding', { overPercent: 0 })).toHaveLength(3);
  expect(await list('speeding', { overPercent: 0, speedingRoad: '1' })).toMatchObject([{ road: '1', limit: 80 }]);
  expect(await list('speeding', { overPercent: 0, speedingRoad: '4' })).toEqual([]);
  // what nobody knows is not above a share that is higher than usual
  expect(await list('speeding', { overPercent: 10.1 })).toMatchObject([{ overPercent: 18.8 }]);
  expect(await list('speeding', { overPercent: 20 })).toEqual([]);
  expect(await list('humidity')).toMatchObject([{ probe: '湿度1', side: 'under', deviation: 8 }]);
  expect(await list('doorMagnet')).toHaveLength(2);
  expect(await list('doorMagnet', { causes: ['moving'] })).toMatchObject([{ title: '行驶开门', door: '2号门' }]);
  expect(await list('carbonDioxide')).toMatchObject([{ peak: 5200, side: 'over', deviation: 2200 }]);
  // nothing was under way
  expect(await list('parking')).toEqual([]);
  expect((await list('parking', { onTheWay: false })).map(({ parkedMin, cause }) => [parkedMin, cause])).toEqual([
    [45, 'outside'],
    [20, 'idle'],
  ]);
  expect(await list('parking', { onTheWay: false, causes: ['idle'] })).toHaveLength(1);
  expect(await list('parking', { onTheWay: false, parkingTime: 30 })).toMatchObject([{ parkedMin: 45, limit: 30 }]);
  expect((await list('fatigueDriving')).map(({ title, drivenMin }) => [title, drivenMin])).toEqual([
    ['连续驾驶超时', 260],
    ['疲劳驾驶', null],
  ]);
  expect(await list('fatigueDriving', { causes: ['camera'] })).toHaveLength(1);
  expect(await list('deviceAbnormal')).toMatchObject([{ title: '设备离线', endTime: null }]);
  expect(await list('deviceAbnormal', { status: 'all', causes: ['probe'] })).toMatchObject([
    { startTime: '2026-03-01 09:00:00', minutes: 30 },
  ]);
  expect(await list('deviceAbnormal', { status: 'all', causes: ['storage'] })).toMatchObject([{ title: '存储故障' }]);
  expect(await list('deviceAbnormal', { status: 'all', causes: ['powerCut'] })).toMatchObject([
    { title: '主电源断电' },
  ]);
  expect(await list('vehicleMalfunction')).toMatchObject([
    { voltage: 22, limit: 23.5, times: 3, source: 'terminal', system: 'lowVoltage', repair: '' },
  ]);
  // an order for the workshop was made of it
  await sql`insert into vehicle_repair (client_id, vehicle_id, episode_id, repair_code, kind, maintain_status, reason, reported_at)
    select client_id, vehicle_id, id, 'WX1', 1, 0, '电压低', start_time from episode where kind = 'faultAlarm' and vehicle_id = ${vehicle.vehicleId}`.execute(
    app.database.systemDb,
  );
  expect(await list('vehicleMalfunction', { minMinutes: 1 })).toMatchObject([{ repair: '0' }]);
});

test('停车: the subtype says whether a waybill was under way, the truck stood in a place of its own, or where nobody may park', async () => {
  const stand = (from: string, until: string) => ({ kind: 'parkingAlarm', from, until, peak: 45, limit: 30 });
  const { ask, vehicle } = await company('停车子类公司', [
    stand('08:00', '08:45'),
    stand('10:00', '10:45'),
    stand('12:00', '12:45'),
    { kind: 'zoneAlarm', from: '14:00', until: '14:20', limit: 15, values: { trigger: 'stay' } },
    { kind: 'zoneAlarm', from: '15:00', until: '15:20', limit: 15, values: { trigger: 'stay' } },
    { kind: 'zoneAlarm', from: '16:00', until: '16:20', values: { trigger: 'enter' } },
    { kind: 'zoneAlarm', from: '17:00', until: '17:20', limit: 15, values: { trigger: 'stay' } },
  ]);
  const { clientId, vehicleId } = vehicle;
  const run = (text: string) => app.database.pool.query(text);
  const place = async (name: string, type: number): Promise<string> =>
    (
      await run(`insert into place (client_id, name, kind, place_type)
        values (${clientId}, '${name}', 'region', ${type}) returning id`)
    ).rows[0].id;
  const [forbidden, yard] = [await place('江桥禁停区', 7), await place('堆场', 2)];
  await run(`update episode set place_id = case when start_time in ('2026-03-01 14:00+08', '2026-03-01 17:00+08') then ${forbidden} else ${yard} end
    where vehicle_id = ${vehicleId} and kind = 'zoneAlarm'`);
  // it stood in its yard at noon, and had a waybill under way in the morning
  await run(`insert into episode (client_id, vehicle_id, kind, alarm, subject, start_time, end_time, confirmed_at, status, place_id)
    values (${clientId}, ${vehicleId}, 'visit', false, 'place:${yard}', '2026-03-01 11:50+08', '2026-03-01 13:00+08', '2026-03-01 11:50+08', 1, ${yard})`);
  await run(`insert into waybill (client_id, waybill_code, waybill_kind, vehicle_id, transport_status, plan_depart_at, plan_arrive_at, actual_depart_at, busy_from, busy_until)
    values (${clientId}, 'YS1', 1, ${vehicleId}, 2, '2026-03-01 07:00+08', '2026-03-01 09:30+08', '2026-03-01 07:10+08', '2026-03-01 07:00+08', '2026-03-01 09:30+08')`);
  // of the twenty minutes in 禁停区 it stood for twelve, with a move between; at five it went through slowly
  await run(`insert into episode (client_id, vehicle_id, kind, alarm, start_time, end_time, confirmed_at, status)
    select ${clientId}, ${vehicleId}, 'stay', false, s, u, s, 1 from (values ('2026-03-01 13:40+08'::timestamptz, '2026-03-01 14:07+08'::timestamptz),
      ('2026-03-01 14:10+08', '2026-03-01 14:15+08')) x (s, u)`);
  const list = async (more: object) =>
    (await ask('parking/page', { sort: 'startTime asc', ...more })).data.list.map(({ cause, waybill, parkedMin }) => [
      cause,
      waybill,
      parkedMin,
    ]);
  expect(await list({ onTheWay: false })).toEqual([
    ['onTheWay', 'YS1', 45],
    ['outside', '', 45],
    ['long', '', 45],
    ['forbidden', '', 12],
  ]);
  expect(await list({})).toEqual([['onTheWay', 'YS1', 45]]);
  expect(await list({ onTheWay: false, causes: ['forbidden', 'long'] })).toHaveLength(2);
});

test('an alarm of a probe or door leads to the readings that it was made of; the own site where it began can be asked for', async () => {
  const truck = await readingTruck(app, '报警曲线公司', [
    [600, 5],
    [605, 9.5, true],
    [610, 12, true],
    [615, 6],
  ]);
  const { clientId, vehicleId } = truck.vehicle;
  await sql`insert into episode (client_id, vehicle_id, kind, alarm, subject, start_time, end_time, confirmed_at, status, level, peak, limit_value, lng, lat, values)
    values (${clientId}, ${vehicleId}, 'temperatureAlarm', true, 'tem1', '2026-03-01 10:05+08', '2026-03-01 10:15+08', '2026-03-01 10:05+08', 1, 2, 12, 8, 121.4737, 31.2304, '{}')`.execute(
    app.database.systemDb,
  );
  await sql`with site as (insert into place (client_id, kind, name, place_type) values (${clientId}, 'site', '青浦冷库', 1) returning id)
    insert into episode (client_id, vehicle_id, kind, alarm, subject, start_time, end_time, confirmed_at, status, place_id, values)
    select ${clientId}, ${vehicleId}, 'visit', false, '', '2026-03-01 09:50+08', '2026-03-01 10:30+08', '2026-03-01 09:50+08', 1, id, '{}' from site`.execute(
    app.database.systemDb,
  );
  const named = async (probeName: string) => (await truck.ask('alarm/overTemperature/page', { probeName })).data.list;
  expect(await named('后仓')).toHaveLength(1);
  expect(await named('前')).toEqual([]);
  await sql`update probe set zone = '冷藏' where vehicle_id = ${vehicleId} and kind = 'tem'`.execute(
    app.database.systemDb,
  );
  const inZone = async (zoneName: string) => (await truck.ask('alarm/overTemperature/page', { zoneName })).data.list;
  expect(await inZone('冷藏')).toMatchObject([{ zone: '冷藏', peak: 12 }]);
  expect(await inZone('冷冻')).toEqual([]);
  // a truck that stood meanwhile: how long its engine ran, and how much warmer the goods became
  for (const [kind, isAlarm] of [
    ['stay', false],
    ['parkingAlarm', true],
  ] as const)
    await sql`insert into episode (client_id, vehicle_id, kind, alarm, subject, start_time, end_time, confirmed_at, status, level, peak, limit_value, values)
      values (${clientId}, ${vehicleId}, ${kind}, ${isAlarm}, '', '2026-03-01 10:00+08', '2026-03-01 10:12+08', '2026-03-01 10:00+08', 1, 2, 12, 10, '{"idleMs": 300000, "accOffMs": 420000}')`.execute(
      app.database.systemDb,
    );
  expect((await truck.ask('alarm/parking/page', { onTheWay: false })).data.list).toMatchObject([
    { idleMin: 5, temChange: 7 },
  ]);
  const at = async (siteName: string) => (await truck.ask('alarm/overTemperature/page', { siteName })).data.list;
  expect(await at('青浦')).toMatchObject([{ peak: 12, siteName: '青浦冷库' }]);
  expect(await at('别处')).toEqual([]);
  for (const report of ['overTemperature', 'humidity', 'doorMagnet']) {
    const { data } = await truck.ask(`alarm/${report}/curve`);
    expect(data).toMatchObject({
      lanes: [{ unit: '℃', series: [{ name: '后仓', upper: 8 }] }],
      strips: [{ name: '停靠' }, { name: '后门' }],
    });
    expect(JSON.stringify(data.lanes)).toContain('12');
  }
  const other = await app.company('别家报警曲线公司');
  const asked = { ...range, vehicleIds: [vehicleId] };
  expect(await app.post('/api/report/alarm/overTemperature/curve', asked, other.token)).toMatchObject({ code: 4004 });
});

test('an alarm says where it ended, how fast the vehicle was, and what the readings were when it began', async () => {
  const { token } = await app.company('湿度读数公司');
  const vehicle = await makeVehicle(app.database, '湿度读数公司');
  const { clientId, vehicleId } = vehicle;
  const { systemDb } = app.database;
  for (const kind of ['tem', 'hum'])
    await sql`insert into probe (client_id, vehicle_id, kind, channel, name) values (${clientId}, ${vehicleId}, ${kind}, 1, '前部')`.execute(
      systemDb,
    );
  const at = (minute: number) => readingDay + minute * 60_000;
  // twenty minutes at 60 %, then fifteen at 50 %; the last report is not of the alarm
  const said: Array<[number, number, number]> = [
    [600, 60, 121.1],
    [610, 60, 121.2],
    [620, 50, 121.3],
    [630, 50, 121.4],
    [640, 90, 121.5],
  ];
  await append(
    app.database,
    said.map(([minute, humidity, lng]) =>
      storedAt(vehicle, at(minute), {
        tempC: [20],
        humPct: [humidity],
        lng,
        extra: { co2Ppm: [4000 + minute], reeferOn: true, extVoltageV: 26.4, battPct: 80 },
      }),
    ),
    readingDay + 86_400_000,
  );
  const alarm = (kind: string, subject: string, end: number | null) =>
    sql`insert into episode (client_id, vehicle_id, kind, alarm, subject, start_time, end_time, confirmed_at, status, level, peak, limit_value, lng, lat, values, speed_kmh)
      values (${clientId}, ${vehicleId}, ${kind}, true, ${subject}, ${new Date(at(600))}, ${end === null ? null : new Date(at(end))}, ${new Date(at(615))},
        ${end === null ? 0 : 1}, 2, 50, 80, 121.1, 31.2, '{}', 63)`.execute(systemDb);
  await alarm('humidityAlarm', 'hum1', 635);
  await alarm('co2Alarm', 'co21', 635);
  await alarm('deviceAlarm', 'offline', null);
  const ask = async (report: string) =>
    (
      (await app.post(`/api/report/alarm/${report}/page`, { ...range, vehicleIds: [vehicleId] }, token)) as {
        data: { list: Row[] };
      }
    ).data.list;
  // K17: 20 ℃ at 60 % have their dew point at 12.0 ℃; the last fix up to 10:35 is that of 10:30
  expect(await ask('humidity')).toMatchObject([
    { first: 60, temC: 20, dewC: 12, delayMin: 15, endLng: 121.4, speedKmh: 63 },
  ]);
  expect((await ask('humidity'))[0]?.mean).toBeCloseTo(55, 0);
  expect(await ask('carbonDioxide')).toMatchObject([{ first: 4600, endLng: 121.4 }]);
  // it has not ended anywhere yet
  expect(await ask('deviceAbnormal')).toMatchObject([{ endLng: null, endAddress: '', voltage: 26.4, battery: 80 }]);
});

test('doors say what was driven and how the lock stood, terminals their voltage and request for repair, faults the odometer, fatigue the rest', async () => {
  const truck = await readingTruck(app, '报警事实公司', [
    [600, 5, true],
    [605, 9.5, true],
    [610, 12, true],
    [615, 6],
  ]);
  const { clientId, vehicleId, deviceId } = truck.vehicle;
  const { systemDb } = app.database;
  const alarm = (kind: string, subject: string, from: string, until: string, values: object = {}) =>
    sql`insert into episode (client_id, vehicle_id, kind, alarm, subject, start_time, end_time, confirmed_at, status, level, peak, limit_value, driver_id, values)
      select ${clientId}, ${vehicleId}, ${kind}, ${kind !== 'stay'}, ${subject}, ${`2026-03-01 ${from}+08`}, ${`2026-03-01 ${until}+08`}, ${`2026-03-01 ${from}+08`}, 1, 2, 12, 8,
        case when ${kind} = 'fatigueAlarm' then (select id from driver where client_id = ${clientId}) end, ${JSON.stringify(values)}::jsonb`.execute(
      systemDb,
    );
  await sql`insert into driver (client_id, name, phone) values (${clientId}, '赵师傅', '13800000001')`.execute(
    systemDb,
  );
  await alarm('temperatureAlarm', 'tem1', '10:05', '10:15');
  await alarm('doorAlarm', 'door1:moving', '10:00', '10:15');
  await alarm('deviceAlarm', 'powerCut', '10:05', '10:15');
  await alarm('faultAlarm', 'lowVoltage', '10:05', '10:15');
  await alarm('fatigueAlarm', 'day', '05:00', '09:20', { overMin: 20, totalMin: 300, nightPercent: 25 });
  await alarm('stay', '', '09:20', '09:55');
  const list = async (report: string, size = 15) =>
    (await truck.ask(`alarm/${report}/page`, { level: '0', handled: 'all', status: 'all', onTheWay: false, size })).data
      .list;
  // an answer is kept for a minute for who asks the same
  const askAnew = (report: string) => list(report, 30);
  // the box stood open for more than three minutes
  expect(await list('overTemperature')).toMatchObject([{ cause: 'door' }]);
  expect((await list('doorMagnet'))[0]).toMatchObject({ lock: '', km: expect.any(Number) });
  await sql`with lock as (insert into bluetooth_lock (client_id, lock_no) values (${clientId}, 'S1') returning id),
      bound as (insert into lock_binding (client_id, lock_id, vehicle_id, name, door_pos, during) select ${clientId}, id, ${vehicleId}, 'S1', '', tstzrange('2026-02-01', null) from lock)
    insert into lock_open_log (client_id, lock_id, action, way, allowed, at) select ${clientId}::bigint, id, a.action, 1, a.allowed, a.at::timestamptz from lock,
      (values (1, true, '2026-03-01 09:00+08'), (0, true, '2026-03-01 09:30+08'), (1, false, '2026-03-01 09:40+08'), (1, true, '2026-03-01 11:00+08')) a(action, allowed, at)`.execute(
    systemDb,
  );
  expect((await askAnew('doorMagnet'))[0]).toMatchObject({ lock: 'closed' });
  await sql`insert into repair_request (client_id, device_id, vehicle_id, request_no, terminal_no, address, contact, phone, description, faults, visit_on, visit_half, created_at)
    values (${clientId}, ${deviceId}, ${vehicleId}, 'BX-1', 't', 'a', 'c', '13800000002', 'd', '{1}', '2026-03-02', 1, '2026-03-01 10:10+08')`.execute(
    systemDb,
  );
  expect(await askAnew('deviceAbnormal')).toMatchObject([{ requestNo: 'BX-1' }]);
  await alarm('faultAlarm', 'dtc:P0301', '10:06', '10:15');
  await alarm('faultAlarm', 'dtc:XYZ', '10:04', '10:15');
  expect(await askAnew('vehicleMalfunction')).toMatchObject([
    { system: 'P', code: 'P0301', description: '动力系统：点火与失火', title: '故障码 P0301' },
    { system: 'lowVoltage', code: '', description: '', odometerKm: null },
    { system: '', code: 'XYZ', description: '' },
  ]);
  expect(await list('fatigueDriving')).toMatchObject([
    { restMin: 35, totalMin: 300, nightPercent: 25, knownBy: 'assigned', passedAt: '2026-03-01 05:00:00' },
  ]);
  await sql`insert into driver_card (client_id, device_id, vehicle_id, at, inserted, result, driver_id)
    select ${clientId}, ${deviceId}, ${vehicleId}, '2026-03-01 04:50+08', true, 0, id from driver where client_id = ${clientId}`.execute(
    systemDb,
  );
  expect(await askAnew('fatigueDriving')).toMatchObject([{ knownBy: 'card' }]);
});
