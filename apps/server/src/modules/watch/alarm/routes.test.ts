import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PositionMessage } from '@tongda/contract/core/topics';
import { menus } from '@tongda/contract/shell/menus';
import type { AlarmRow } from '@tongda/contract/watch/alarm/calls';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually, type FactsKit, factsKit, makeRule } from '../../../../test/facts-kit';
import { type FleetFixture, fleetFixture } from '../../../../test/fleet-fixture';
import { report } from '../../../../test/stream-kit';
import { type TestApp, testApp } from '../../../../test/test-app';
import { exportPath, runExport } from '../../../core/export/run';
import type { DB } from '../../../core/generated/db-types';
import { watchAlarms } from '../../../core/watch/alarms';
import { Authenticator } from '../../base/identity/session/authenticate';
import { markOverdue } from './handle';
import { messageOf } from './message-words';
import { followMessages, tellAlarms } from './messages';
import { loadAlarms } from './repo';

const dir = mkdtempSync(join(tmpdir(), 'alarm-'));
const min = 60_000;
/** Recent enough to be pushed, old enough that a day's worth of it is over. */
const t0 = Date.now() - 25 * min;
let app: TestApp;
let db: Kysely<DB>;
let kit: FactsKit;
let clock = t0;
let us: FleetFixture;
let them: FleetFixture;
let ruleId: string;

beforeAll(async () => {
  app = await testApp({ DATA_DIR: dir });
  db = app.database.systemDb;
  kit = await factsKit(app.database, () => clock);
  us = await fleetFixture(app, '报警公司');
  them = await fleetFixture(app, '别的公司');
  ruleId = await makeRule(app.database, us.clientId, 'temperature', {
    probes: [{ channel: 1, lower: null, upper: -12 }],
    delayS: 0,
  });
});
afterAll(async () => {
  await kit.stop();
  await app.close();
  rmSync(dir, { recursive: true });
});

const api = '/api/alarm/record';
type Who = { clientId: string; vehicleId: string; deviceId: string };
let serial = 0;

/** A vehicle of ours with a bound terminal and a named probe. */
async function vehicle(orgId = us.orgId): Promise<Who & { plateNo: string }> {
  const plateNo = `沪B${20_000 + ++serial}`;
  const vehicleId = await us.addVehicle(plateNo, { orgId });
  const own = { client_id: us.clientId };
  const { id: deviceId } = await db
    .insertInto('device')
    .values({ ...own, terminal_no: `A${plateNo}`, phone_key: String(18_000_000_000 + serial) })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('device_binding')
    .values({ ...own, device_id: deviceId, vehicle_id: vehicleId, during: sql`tstzrange('2000-01-01', null)` })
    .execute();
  await db
    .insertInto('probe')
    .values({ ...own, vehicle_id: vehicleId, kind: 'tem', channel: 1, name: '后区' })
    .execute();
  return { clientId: us.clientId, vehicleId, deviceId, plateNo };
}

const warm = (who: Who, minute: number, tempC: number, more: Partial<PositionMessage> = {}) => {
  const t = t0 + minute * min;
  return report(who, t, { channels: { tempC: [tempC] }, speedKmh: 40, ...more });
};
async function send(messages: PositionMessage[]): Promise<void> {
  for (const message of messages) {
    clock = Math.max(clock, message.deviceTime);
    await kit.send({ ...message, receiveTime: clock });
  }
  await kit.settle();
}
const post = (path: string, body: object, token = us.token) => app.post(`${api}${path}`, body, token);
const alarmsOf = async (who: Who, token = us.token): Promise<AlarmRow[]> =>
  (await post('/page', { vehicleId: who.vehicleId, sort: 'startTime asc' }, token)).data.list;
const first = async (who: Who): Promise<AlarmRow> => {
  const [alarm] = await alarmsOf(who);
  if (!alarm) throw new Error('no alarm');
  return alarm;
};
const handling = (alarm: AlarmRow, more: object = {}) => ({
  alarms: [{ id: alarm.id, version: alarm.version }],
  handleStatus: 2,
  remark: '已通知司机检查冷机',
  ...more,
});
/** A user of ours with menus and the buttons of the monitoring pages. */
async function colleague(buttons: string[], orgId = us.orgId): Promise<{ userId: string; token: string }> {
  const made = await us.user({ menus: ['monitoring', 'location'], orgId });
  const { role_id } = await db
    .selectFrom('user_role')
    .select('role_id')
    .where('user_id', '=', made.userId)
    .executeTakeFirstOrThrow();
  const rows = buttons.map((path) => ({ client_id: us.clientId, role_id, menu_id: menus.monitoring.id, path }));
  if (rows.length > 0) await db.insertInto('role_button').values(rows).execute();
  return made;
}

it('an alarm that was told and that nobody took up for half an hour is overdue, and can be handled like any other', async () => {
  const v = await vehicle();
  const row = { client_id: us.clientId, vehicle_id: v.vehicleId, kind: 'temperatureAlarm', alarm: true, values: '{}' };
  const at = (minutes: number) => new Date(Date.now() - minutes * min);
  const times = { start_time: at(50), confirmed_at: at(50), status: 0 };
  const make = async (subject: string, more: { level: number; announced_at: Date | null }) =>
    (
      await db
        .insertInto('episode')
        .values({ ...row, ...times, subject, ...more })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id;
  const late = await make('tem1', { level: 2, announced_at: at(31) });
  const others = [
    await make('tem2', { level: 2, announced_at: at(29) }),
    await make('tem3', { level: 1, announced_at: at(90) }),
    await make('tem4', { level: 3, announced_at: null }),
  ];
  await markOverdue(db);
  await markOverdue(db);
  const stateOf = async (id: string) =>
    (await db.selectFrom('episode').select('handle_status').where('id', '=', id).executeTakeFirstOrThrow())
      .handle_status;
  expect(await stateOf(late)).toBe(5);
  expect(await Promise.all(others.map(stateOf))).toEqual([0, 0, 0]);
  const waiting = await us.post(`${api}/page`, { vehicleId: v.vehicleId, waiting: 1 });
  expect(waiting.data.total).toBe(4);
  const handled = await us.post(`${api}/handle`, {
    alarms: [{ id: late, version: 1 }],
    handleStatus: 2,
    remark: '已电话提醒',
  });
  expect(handled.code).toBe(200);
  // opened again it has its time anew
  await us.post(`${api}/reopen`, { id: late, version: 2, remark: '重新核实' });
  await markOverdue(db);
  expect(await stateOf(late)).toBe(0);
});

describe('an alarm from the first report to its end', () => {
  it('is one row with the same start, value and address on the list, in the message, the details and the file', async () => {
    const v = await vehicle();
    await send([warm(v, 0, -18), warm(v, 1, -9.8), warm(v, 2, -8.5)]);
    await tellAlarms(db);
    const live = (await post('/live', {})).data;
    const [shown] = live.list.filter((row: AlarmRow) => row.vehicleId === v.vehicleId);
    expect(shown).toMatchObject({
      plateNo: v.plateNo,
      title: '超温报警',
      subjectWords: '后区',
      value: '−8.5 ℃',
      limit: '上限 −12 ℃',
      status: 0,
      handleStatus: 0,
      endTime: null,
      announced: true,
    });
    expect(shown.address).toMatch(/[省市区]/u);
    const [message, ...more] = (await app.post('/api/base/msg/page', { keyword: v.plateNo }, us.token)).data.list;
    expect(more).toEqual([]);
    expect(message).toMatchObject({
      category: 13,
      typeName: '超温报警',
      objTag: `alarm:${shown.id}|vehicle:${v.vehicleId}`,
      objName: v.plateNo,
      level: shown.level,
    });
    for (const part of [shown.startTime, '后区 −8.5 ℃', shown.limit, shown.address])
      expect(message.content).toContain(part);

    await send([warm(v, 3, -7.1), warm(v, 4, -18), warm(v, 5, -18)]);
    await tellAlarms(db);
    const ended = await first(v);
    expect(ended).toMatchObject({
      id: shown.id,
      startTime: shown.startTime,
      status: 1,
      value: '−7.1 ℃',
      durationMs: 3 * min,
    });
    const [after] = (await app.post('/api/base/msg/page', { keyword: v.plateNo }, us.token)).data.list;
    expect(after.id).toBe(message.id);
    expect(after.content).toContain('−7.1 ℃');
    expect(after.content).toContain(`已于${ended.endTime}结束`);

    const { data } = await post('/detail', { id: ended.id });
    expect(data.alarm).toEqual(ended);
    expect(data.rule).toMatchObject({ id: ruleId, version: 1, kind: 'temperature', changedSince: false });
    expect(data.rule.params.probes).toEqual([{ channel: 1, lower: null, upper: -12 }]);
    // which limit it was held against and where that came from; figures say their unit
    expect(data.rule.applied).toMatch(/^上限 −12 ℃，来自规则“.+”第1版的/u);
    expect(data.figures).toEqual([
      { label: '最大偏差', text: '4.9 ℃' },
      { label: '超限累计', text: expect.stringMatching(/^\d+(?:\.\d+)? ℃·分钟$/u) },
    ]);
    expect(data.series).toEqual({ name: '温度', unit: '℃', limit: -12 });
    expect(data.points.map((p: number[]) => p[4])).toEqual([-18, -9.8, -8.5, -7.1, -18, -18]);
    expect(data.frame).toMatchObject({ time: ended.startTime, speedKmh: 40, tempC: [-9.8] });
    expect(data.raw).toMatchObject({ alarmWord: '00000000', statusWord: '00000003' });
    expect(data.trace.map((line: { what: string }) => line.what).sort()).toEqual(['begin', 'end', 'told']);

    const task: string = (await post('/export', { vehicleId: v.vehicleId, format: 'csv' })).data.id;
    const authenticator = new Authenticator(app.database, app.secrets, app.log);
    await runExport({ db, filesDir: dir, log: app.log, ctxOfUser: (id) => authenticator.ofUser(id) }, task);
    const file = readFileSync(exportPath(dir, { id: task, format: 'csv' }), 'utf8');
    for (const part of [v.plateNo, ended.startTime, ended.value, ended.limit, ended.address, ended.alarmNo])
      expect(file).toContain(part);
  });

  it('names who drove by his card, else who is assigned, and a card that nobody is registered with', async () => {
    const who = await vehicle();
    const [assigned] = await db
      .insertInto('driver')
      .values(
        ['派师傅', '卡师傅'].map((name, i) => ({
          client_id: us.clientId,
          name,
          phone: `1380000000${i}`,
          license_no: `L-${i}`,
        })),
      )
      .returning('id')
      .execute();
    await sql`update vehicle set driver_id = ${assigned?.id} where id = ${who.vehicleId}`.execute(db);
    const card = (minute: number, certificateNo: string) =>
      kit.bus.publish('driverCard', who.deviceId, {
        ...{ ...who, at: t0 + minute * min, inserted: certificateNo !== '', result: certificateNo === '' ? null : 0 },
        ...{ name: certificateNo && '陌师傅', certificateNo, idCard: '', authority: '', validUntil: null },
      });
    await send([warm(who, -6, -18), warm(who, -5, -9), warm(who, -4, -18), warm(who, -3, -18)]);
    await card(7, 'L-1');
    await send([warm(who, 8, -9), warm(who, 9, -18), warm(who, 10, -18)]);
    await card(21, 'L-unknown');
    const shown = async () =>
      (await app.post('/api/gis/monitor/detail', { vehicleId: who.vehicleId }, us.token)).data.vehicle;
    expect(await shown()).toMatchObject({ driverName: '陌师傅', driverBy: 3, driverPhone: '' });
    await send([warm(who, 22, -9), warm(who, 23, -18), warm(who, 24, -18)]);
    expect((await alarmsOf(who)).map((a) => [a.driverName, a.driverBy, a.driverPhone])).toEqual([
      ['派师傅', 1, '138****0000'],
      ['卡师傅', 2, '138****0001'],
      ['陌师傅', 3, ''],
    ]);
    await card(24.2, '');
    expect(await shown()).toMatchObject({ driverName: '派师傅', driverBy: 1 });
    await card(24.4, 'L-1');
    expect(await shown()).toMatchObject({ driverName: '卡师傅', driverBy: 2, driverPhone: '138****0001' });
    // another terminal: the card that stayed in the one before says nothing any more
    const change = sql`${new Date(t0 + 24.45 * min)}::timestamptz`;
    await sql`update device_binding set during = tstzrange(lower(during), ${change}) where device_id = ${who.deviceId}`.execute(
      db,
    );
    await sql`with d as (insert into device (client_id, terminal_no, phone_key)
        values (${us.clientId}, 'A-next', '17999999999') returning id)
      insert into device_binding (client_id, device_id, vehicle_id, during)
        select ${us.clientId}, d.id, ${who.vehicleId}, tstzrange(${change}, null) from d`.execute(db);
    expect(await shown()).toMatchObject({ driverName: '派师傅', driverBy: 1, driverPhone: '138****0000' });
  });

  it('is told once, to those only who see the vehicle; old data is told to nobody', async () => {
    const v = await vehicle(us.subOrgId);
    const here = await colleague([], us.subOrgId);
    const aside = await db
      .insertInto('org')
      .values({ client_id: us.clientId, name: '旁边' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const there = await colleague([], aside.id);
    await send([warm(v, 6, -18), warm(v, 7, -5)]);
    await tellAlarms(db);
    await tellAlarms(db);
    const unread = async (token: string) =>
      (await app.post('/api/base/msg/getNoticeNum', {}, token)).data.msgCategoryMap;
    expect(await unread(here.token)).toEqual({ 13: 1 });
    expect(await unread(there.token)).toEqual({});
    expect((await alarmsOf(v, here.token)).length).toBe(1);
    expect(await alarmsOf(v, there.token)).toEqual([]);
    expect((await post('/detail', { id: (await first(v)).id }, there.token)).code).toBe(4004);
    expect((await post('/detail', { id: (await first(v)).id }, them.token)).code).toBe(4004);

    const old = await vehicle();
    await send([warm(old, -300, -18, { late: true }), warm(old, -290, -3, { late: true })]);
    await kit.recompute();
    await tellAlarms(db);
    expect(await first(old)).toMatchObject({ announced: false });
    expect((await app.post('/api/base/msg/page', { keyword: old.plateNo }, us.token)).data.total).toBe(0);
  });

  it('of the device is a message of category 15', async () => {
    const v = await vehicle();
    await makeRule(
      app.database,
      us.clientId,
      'device',
      { faults: ['powerCut'] },
      { scope: 3, target_ids: [v.vehicleId] },
    );
    await send([warm(v, 8, -18), warm(v, 9, -18, { alarmBits: 2 ** 8 }), warm(v, 10, -18, { alarmBits: 2 ** 8 })]);
    await tellAlarms(db);
    const [message] = (await app.post('/api/base/msg/page', { keyword: v.plateNo }, us.token)).data.list;
    expect(message).toMatchObject({ category: 15, typeName: '设备异常报警', title: '主电源断电（一般）' });
  });
});

it('the rule of an alarm names the places that it is about', async () => {
  const v = await vehicle();
  const { id: placeId } = await db
    .insertInto('place')
    .values({ client_id: us.clientId, kind: 'site', place_type: 1, name: '青浦分拨中心', org_id: us.orgId })
    .returning('id')
    .executeTakeFirstOrThrow();
  const zoneRule = await makeRule(
    app.database,
    us.clientId,
    'zone',
    { trigger: 'absent', arriveBy: '09:00', placeIds: [placeId] },
    { scope: 3, target_ids: [v.vehicleId] },
  );
  const { rows } = await sql<{
    id: string;
  }>`insert into episode (client_id, vehicle_id, kind, alarm, subject, start_time,
      confirmed_at, status, level, rule_id, rule_version)
    values (${us.clientId}, ${v.vehicleId}, 'zoneAlarm', true, 'absent', now(), now(), 0, 2, ${zoneRule}, 1) returning id::text`.execute(
    db,
  );
  const { data } = await post('/detail', { id: rows[0]?.id });
  expect(data.rule.places).toEqual({ [placeId]: '青浦分拨中心' });
  await db.updateTable('alarm_rule').set({ enabled: false }).where('id', '=', zoneRule).execute();
});

it('the list says where the limit of a speed came from, by the version of the rule that fired', async () => {
  const v = await vehicle();
  const { id: placeId } = await db
    .insertInto('place')
    .values({ client_id: us.clientId, kind: 'site', place_type: 1, name: 'G312', org_id: us.orgId })
    .returning('id')
    .executeTakeFirstOrThrow();
  const rule = await makeRule(
    app.database,
    us.clientId,
    'speed',
    { limitKmh: 90, roads: [{ road: 2, placeIds: [placeId], limitKmh: 60 }], nightPercent: 80 },
    { scope: 3, target_ids: [v.vehicleId] },
  );
  await sql`insert into episode (client_id, vehicle_id, kind, alarm, start_time, confirmed_at, status, level, peak, limit_value, place_id, rule_id, rule_version)
    select ${us.clientId}, ${v.vehicleId}, 'speedAlarm', true, now() - make_interval(mins => x.ago), now(), 0, 2, 105, x.kmh, x.place, ${rule}, 1
    from (values (3, 90, null), (2, 72, null), (1, 60, ${placeId}::bigint)) x(ago, kmh, place)`.execute(db);
  expect((await alarmsOf(v)).map(({ limit }) => limit)).toEqual([
    '限速 90 km/h（规则）',
    '限速 72 km/h（规则，夜间）',
    '限速 60 km/h（国道）',
  ]);
  // the message about each says it in the same words
  const { rows } = await sql<{
    id: string;
  }>`select id::text from episode where vehicle_id = ${v.vehicleId} order by start_time`.execute(db);
  const texts = (
    await loadAlarms(
      db,
      rows.map(({ id }) => id),
    )
  ).map(async (alarm) => (await messageOf(db, alarm, us.clientId, 'Asia/Shanghai')).content);
  expect(await Promise.all(texts)).toEqual(
    ['（规则）', '（规则，夜间）', '（国道）'].map((from) => expect.stringContaining(`km/h${from}`)),
  );
  await db.updateTable('alarm_rule').set({ enabled: false }).where('id', '=', rule).execute();
});

it('the evidence has the readings that are kept beside the columns: CO2 and video alarms', async () => {
  const v = await vehicle();
  const co2Rule = await makeRule(app.database, us.clientId, 'co2', {
    probes: [{ channel: 1, lower: null, upper: 1500 }],
    delayS: 0,
  });
  const fresh = (minute: number, ppm: number) =>
    warm(v, minute, -18, { channels: { tempC: [-18], co2Ppm: [ppm], videoAlarms: 0b10 } });
  await send([fresh(1, 900), fresh(2, 1800)]);
  await db.updateTable('alarm_rule').set({ enabled: false }).where('id', '=', co2Rule).execute();
  const alarm = await first(v);
  expect(alarm.kind).toBe('co2Alarm');
  const { data } = await post('/detail', { id: alarm.id });
  expect(data.points.map(([, , , , value]: unknown[]) => value)).toEqual([900, 1800]);
  expect(data.frame.alarms).toEqual(['视频信号遮挡']);
});

it('the evidence names the doors that there are: a terminal calls five closed, whether they are there or not', async () => {
  const v = await vehicle();
  const report = (minute: number, tempC: number, doorOpen: boolean[]) =>
    warm(v, minute, tempC, { channels: { tempC: [tempC], doorOpen } });
  const closed = [false, false, false, false, false];
  await send([report(1, -18, closed), report(2, -5, closed)]);
  const { id } = await first(v);
  const doors = async () => (await post('/detail', { id })).data.frame.doors;
  expect(await doors()).toEqual([]);
  await db.updateTable('vehicle').set({ door_count: 1 }).where('id', '=', v.vehicleId).execute();
  expect(await doors()).toEqual([false]);
  // one that opens is there, whatever the record says
  const other = await vehicle();
  await send([
    warm(other, 1, -18, { channels: { tempC: [-18], doorOpen: closed } }),
    warm(other, 2, -5, { channels: { tempC: [-5], doorOpen: [false, true, false, false, false] } }),
  ]);
  expect((await post('/detail', { id: (await first(other)).id })).data.frame.doors).toEqual([false, true]);
});

describe('people', () => {
  it('deal with it: state, way, remark and file; it leaves the live list and the counters, everybody’s page hears of it', async () => {
    const v = await vehicle();
    await send([warm(v, 11, -18), warm(v, 12, -5)]);
    await tellAlarms(db);
    const alarm = await first(v);
    const other = await colleague(['alarmRecord/handle']);
    const heard: string[] = [];
    app.bus.subscribe('alarmChanged', ({ episodeId }) => void heard.push(episodeId));
    const stop = watchAlarms(app.database.pool, app.bus, app.log);
    const { id: fileId } = await db
      .insertInto('file')
      .values({
        client_id: us.clientId,
        user_id: us.userId,
        kind: 'image',
        file_name: '冷机.jpg',
        mime: 'image/jpeg',
        size_bytes: 1,
        sha256: '',
        blob_key: 'k',
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const done = await eventually(async () => {
      const answer = await post('/handle', handling(await first(v), { handleStatus: 1, remark: '正在联系' }));
      return answer.code === 200 && heard.includes(alarm.id) && answer;
    });
    expect(done.data).toEqual([{ id: alarm.id, name: `${v.plateNo} 超温报警`, ok: true, msg: '' }]);
    await stop();
    // the other one is kept away for five minutes, and his old version anyway
    expect(await post('/handle', handling(await first(v)), other.token)).toMatchObject({
      code: 4010,
      msg: /正由user\d+处理/u,
    });
    expect(await post('/handle', handling(await first(v), { files: [fileId] }), other.token)).toMatchObject({
      code: 4000,
    });
    const closed = handling(await first(v), { ways: [2, 5], files: [fileId] });
    expect((await post('/handle', closed)).code).toBe(200);
    expect(await post('/handle', handling(alarm), other.token)).toMatchObject({
      code: 4009,
      msg: /报警已被user\d+处理/u,
    });
    expect(await first(v)).toMatchObject({ handleStatus: 2, handleRemark: '已通知司机检查冷机' });
    expect((await post('/live', { ids: [alarm.id] })).data.list).toEqual([]);
    expect((await app.post('/api/base/msg/page', { keyword: v.plateNo, readFlag: 0 }, us.token)).data.total).toBe(0);
    const { trace } = (await post('/detail', { id: alarm.id })).data;
    expect(trace.at(-1)).toMatchObject({
      what: 'handle',
      text: '处理为“已处理” · 电话提醒、现场处置',
      remark: '已通知司机检查冷机',
    });
    expect(trace.at(-1).files).toMatchObject([{ name: '冷机.jpg', image: true }]);
  });

  it('take their step back within ten minutes, others do not; a finished one is opened again only with the right and a reason', async () => {
    const v = await vehicle();
    await send([warm(v, 13, -18), warm(v, 14, -5)]);
    const other = await colleague(['alarmRecord/handle']);
    await post('/handle', handling(await first(v)));
    const done = await first(v);
    const step = { id: done.id, version: done.version };
    expect((await post('/undo', step, other.token)).code).toBe(4010);
    expect((await post('/reopen', { ...step, remark: '处理不当' }, other.token)).code).toBe(4003);
    expect(await post('/undo', { ...step, version: done.version + 1 })).toMatchObject({
      code: 4009,
      msg: expect.stringMatching(/^\S+ 已将报警改为“已处理”，请刷新后重试$/u),
    });
    expect((await post('/undo', step)).code).toBe(200);
    expect(await first(v)).toMatchObject({ handleStatus: 0, handledBy: '', handleTime: null });
    await post('/falseAlarm', handling(await first(v), { remark: '探头误报' }));
    const wrong = await first(v);
    expect(wrong.handleStatus).toBe(3);
    expect((await post('/reopen', { id: wrong.id, version: wrong.version, remark: '复核为真' })).code).toBe(200);
    expect((await first(v)).handleStatus).toBe(0);
  });

  it('appeal it with a right of its own: it waits for a decision, which is 已处理 or 误报 and nothing between', async () => {
    const v = await vehicle();
    await send([warm(v, 14, -18), warm(v, 15, -5), warm(v, 16, -18), warm(v, 17, -18)]);
    const handler = await colleague(['alarmRecord/handle', 'alarmRecord/falseAlarm']);
    const before = await first(v);
    expect(before).toMatchObject({ speedKmh: 40, times: 1, ways: [] });
    const appeal = { id: before.id, version: before.version, remark: '空箱回程，箱内无货' };
    expect((await post('/appeal', appeal, handler.token)).code).toBe(4003);
    expect((await post('/appeal', { ...appeal, remark: '冤' })).code).toBe(4000);
    expect((await post('/appeal', appeal)).code).toBe(200);
    const appealed = await first(v);
    expect(appealed).toMatchObject({ handleStatus: 4, urgency: 3, handleRemark: '空箱回程，箱内无货' });
    expect(await post('/appeal', { ...appeal, version: appealed.version })).toMatchObject({ code: 4010 });
    expect(await post('/handle', handling(appealed, { handleStatus: 1 }), handler.token)).toMatchObject({
      code: 4010,
      msg: /裁定/u,
    });
    expect((await post('/stat', { vehicleId: v.vehicleId })).data).toMatchObject({ waiting: 1, rows: { appeals: 1 } });
    expect((await post('/falseAlarm', handling(appealed, { remark: '申诉成立' }), handler.token)).code).toBe(200);
    expect(await first(v)).toMatchObject({ handleStatus: 3, urgency: null });
    const { trace } = (await post('/detail', { id: before.id })).data;
    expect(trace.slice(-2).map(({ text }: { text: string }) => text)).toEqual(['申诉', '处理为“误报”']);
    expect(await post('/appeal', { ...appeal, version: appealed.version + 1 })).toMatchObject({ code: 4010 });
  });

  it('find it by speed and by who found out, and what else the vehicle reported within the hour', async () => {
    const v = await vehicle();
    const at = (minute: number) => new Date(t0 + minute * min);
    const own = { client_id: us.clientId, vehicle_id: v.vehicleId, alarm: true, status: 1, level: 1 };
    const times = (minute: number) => ({ start_time: at(minute), end_time: at(minute + 1), confirmed_at: at(minute) });
    const ids = await db
      .insertInto('episode')
      .values([
        { ...own, ...times(-120), kind: 'speedAlarm', peak: 105 },
        { ...own, ...times(-70), kind: 'terminalAlarm', subject: 'bit5', speed_kmh: 30 },
        { ...own, ...times(-65), kind: 'doorAlarm', subject: 'door1', speed_kmh: 61.5 },
      ])
      .returning('id')
      .execute();
    const kinds = async (filter: object) =>
      (await post('/page', { vehicleId: v.vehicleId, sort: 'startTime asc', ...filter })).data.list.map(
        ({ kind }: AlarmRow) => kind,
      );
    expect(await kinds({ minSpeedKmh: '60' })).toEqual(['speedAlarm', 'doorAlarm']);
    expect(await kinds({ minSpeedKmh: 30, maxSpeedKmh: 100 })).toEqual(['terminalAlarm', 'doorAlarm']);
    expect(await kinds({ source: 'terminal' })).toEqual(['terminalAlarm']);
    expect(await kinds({ source: 'platform' })).toEqual(['speedAlarm', 'doorAlarm']);
    expect(await post('/page', { minSpeedKmh: 'x' })).toMatchObject({ code: 4000 });
    const { near } = (await post('/detail', { id: ids[2]?.id })).data;
    expect(near.map(({ id }: AlarmRow) => id)).toEqual([ids[0]?.id, ids[1]?.id]);
    // without files the package has the facts and the reports
    const pack = await app.http.inject({
      method: 'POST',
      url: `${api}/evidence`,
      payload: { id: ids[2]?.id },
      headers: { authorization: `Bearer ${us.token}` },
    });
    expect(pack.headers['content-type']).toBe('application/zip');
    expect(pack.rawPayload.includes(Buffer.from('上报数据.csv'))).toBe(true);
  });

  it('need the right for it: 误报 has one of its own; who only looks changes nothing', async () => {
    const v = await vehicle();
    await send([warm(v, 15, -18), warm(v, 16, -5, { rawItems: 'f10201ab67083132333435363738' })]);
    const looking = await colleague([]);
    const handler = await colleague(['alarmRecord/handle']);
    // the report in hex has a right of its own, its readings have not
    const { id } = await first(v);
    expect((await post('/detail', { id }, looking.token)).data).toMatchObject({ frame: { tempC: [-5] }, raw: null });
    const raw = await colleague(['alarmRecord/raw']);
    expect((await post('/detail', { id }, raw.token)).data.raw).toEqual({
      alarmWord: '00000000',
      statusWord: '00000003',
      items: 'F1 02 01 AB 67 08 2A 2A 2A 2A 2A 2A 2A 2A',
    });
    expect((await post('/handle', handling(await first(v)), looking.token)).code).toBe(4003);
    expect((await post('/falseAlarm', handling(await first(v)), handler.token)).code).toBe(4003);
    expect((await post('/handle', handling(await first(v), { remark: '好' }), handler.token)).code).toBe(4000);
    expect((await post('/handle', handling(await first(v)), handler.token)).code).toBe(200);
  });

  it('deal with many at once: a line for each, and with one those of the same vehicle and kind', async () => {
    const [a, b] = [await vehicle(), await vehicle()];
    await send([warm(a, 17, -18), warm(a, 18, -5), warm(b, 17, -18), warm(b, 18, -5)]);
    const [one, two] = [await first(a), await first(b)];
    await post('/handle', handling(two));
    const { data } = await post('/handle', {
      ...handling(one),
      alarms: [one, two].map(({ id, version }) => ({ id, version })),
    });
    expect(data.map(({ ok, msg }: { ok: boolean; msg: string }) => [ok, msg])).toEqual([
      [true, ''],
      [false, '报警已处理'],
    ]);
    const c = await vehicle();
    await db
      .insertInto('episode')
      .values(
        [1, 2, 3].map((hour) => ({
          client_id: us.clientId,
          vehicle_id: c.vehicleId,
          kind: 'temperatureAlarm',
          alarm: true,
          subject: 'tem1',
          start_time: new Date(t0 - hour * 60 * min),
          end_time: new Date(t0 - hour * 60 * min + min),
          confirmed_at: new Date(t0),
          status: hour === 3 ? 2 : 1,
          level: 1,
        })),
      )
      .execute();
    const third = (await alarmsOf(c)).find(({ status }) => status === 1);
    if (!third) throw new Error('none');
    const lines = (await post('/handle', handling(third, { sameKind: true }))).data;
    expect(lines).toHaveLength(2);
    expect((await alarmsOf(c)).map(({ handleStatus }) => handleStatus)).toEqual([0, 2, 2]);
    const stat = (await post('/stat', { vehicleId: c.vehicleId })).data;
    expect(stat).toMatchObject({
      count: 2,
      vehicles: 1,
      open: 0,
      waiting: 0,
      handledPercent: 100,
      meanDurationMs: min,
    });
  });
});

describe('late data', () => {
  it('withdraws what was told or handled and keeps it with its trace; the message waits for nobody', async () => {
    const v = await vehicle();
    await send([warm(v, 19, -18), warm(v, 20, -5), warm(v, 21, -18), warm(v, 22, -18)]);
    await tellAlarms(db);
    const told = await first(v);
    await db.updateTable('alarm_rule').set({ enabled: false }).where('id', '=', ruleId).execute();
    await sql`delete from alarm_rule_version where rule_id = ${ruleId}`.execute(db);
    await send([warm(v, 20.5, -18, { late: true })]);
    await kit.recompute();
    await tellAlarms(db);
    await followMessages(db, [told.id]);
    expect(await first(v)).toMatchObject({ id: told.id, status: 2 });
    expect((await post('/live', { ids: [told.id] })).data.list).toEqual([]);
    expect(await post('/handle', handling(await first(v)))).toMatchObject({ code: 4010, msg: '报警已撤销，无需处理' });
    const [message] = (await app.post('/api/base/msg/page', { keyword: v.plateNo }, us.token)).data.list;
    expect(message.content).toMatch(/^（已撤销）/u);
    expect(message.readFlag).toBe(1);
    const { trace } = (await post('/detail', { id: told.id })).data;
    expect(trace.map((line: { what: string }) => line.what)).toContain('withdrawn');
  });
});

describe('a vehicle that another company shares in', () => {
  it('shows the alarms of the time of the share, to be looked at only', async () => {
    const v = await vehicle();
    const at = (minute: number) => new Date(t0 + minute * min);
    await db
      .insertInto('episode')
      .values(
        [-120, -60].map((minute) => ({
          client_id: us.clientId,
          vehicle_id: v.vehicleId,
          kind: 'speedAlarm',
          alarm: true,
          start_time: at(minute),
          end_time: at(minute + 1),
          confirmed_at: at(minute),
          status: 1,
          level: 2,
          peak: 105,
          limit_value: 90,
        })),
      )
      .execute();
    const share = { client_id: them.clientId, vehicle_id: v.vehicleId, source: 'share', valid_from: at(-90) };
    await db.insertInto('vehicle_access').values(share).execute();
    const seen = await alarmsOf(v, them.token);
    expect(seen.map(({ title, value, limit, shared, ruleName }) => [title, value, limit, shared, ruleName])).toEqual([
      ['超速报警', '105 km/h', '限速 90 km/h', true, ''],
    ]);
    const [alarm] = seen;
    if (!alarm) throw new Error('none');
    expect((await post('/handle', handling(alarm), them.token)).code).toBe(4003);
    await db
      .updateTable('vehicle_access')
      .set({ scopes: ['position'] })
      .where('vehicle_id', '=', v.vehicleId)
      .where('source', '=', 'share')
      .execute();
    expect(await alarmsOf(v, them.token)).toEqual([]);
  });
});
