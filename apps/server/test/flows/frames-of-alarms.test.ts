import { button } from '@tongda/contract/shell/rights';
import { decodeFrame, msgId } from '@tongda/protocol/jt808/codec';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pgAlarmFrameStore } from '../../src/gateway/alarm-frames';
import { type RunningGateway, startGateway } from '../../src/gateway/listeners';
import { eventually, type FactsKit, factsKit, makeRule } from '../facts-kit';
import { type FleetFixture, fleetFixture } from '../fleet-fixture';
import { shanghai, Terminal } from '../gateway-kit';
import { type TestApp, testApp } from '../test-app';

const raw = '/api/alarm/record/raw';
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
const sos = 1;
let app: TestApp;
let a: FleetFixture;
let kit: FactsKit;
let gateway: RunningGateway;
let terminal: Terminal;
let vehicleId: string;
/** ten minutes ago, on the second */
const t0 = Math.floor(Date.now() / 1000) * 1000 - 600_000;

beforeAll(async () => {
  app = await testApp();
  a = await fleetFixture(app, '报文公司');
  const db = app.database.systemDb;
  const [deviceId = ''] = a.deviceIds;
  vehicleId = await a.addVehicle('沪A70001', { deviceId });
  await db.updateTable('client').set({ terminal_policy: 'tolerant' }).where('id', '=', a.clientId).execute();
  // the terminal has been in the vehicle for an hour
  await db
    .updateTable('device_binding')
    .set({ during: `[${new Date(t0 - 3_600_000).toISOString()},)` })
    .where('device_id', '=', deviceId)
    .execute();
  await makeRule(app.database, a.clientId, 'speed', { limitKmh: 80, durationS: 60, placeLimits: false });
  await makeRule(app.database, a.clientId, 'terminal', { bits: [0] });
  const { phone_key: phone } = await db
    .selectFrom('device')
    .select('phone_key')
    .where('id', '=', deviceId)
    .executeTakeFirstOrThrow();
  kit = await factsKit(app.database);
  gateway = await startGateway({ port: 0, host: '127.0.0.1', bus: kit.bus, db: app.database.pool, log: silent });
  // as the role does
  kit.bus.subscribe('alarm', ({ event, episodeId }) => {
    if (event === 'opened') gateway.alarmBegan(episodeId);
  });
  terminal = await Terminal.connect(gateway.port, phone);
});
afterAll(async () => {
  terminal.end();
  await gateway.stop();
  await kit.stop();
  await app.close();
});

const episodes = (kind: string) =>
  app.database.systemDb
    .selectFrom('episode')
    .select(['id', 'start_time as start'])
    .where('vehicle_id', '=', vehicleId)
    .where('kind', '=', kind)
    .orderBy('start_time')
    .execute();
/** the kept frame of the newest alarm of a kind, when it is there */
const keptOf = (kind: string) =>
  eventually(async () => {
    await kit.settle();
    const alarm = (await episodes(kind)).at(-1);
    const answer = alarm && (await a.post(raw, { id: alarm.id }));
    return answer?.data.kept;
  });
const answered = async (count: number) => {
  await eventually(() => terminal.answers.length >= count);
};
const wordsOf = (frame: { fields: Array<{ name: string; value: string }> }, name: string) =>
  frame.fields.find((field) => field.name === name)?.value;

it('the frame of a terminal alarm is kept whole beside it', async () => {
  terminal.say(msgId.location, shanghai(t0));
  terminal.say(
    msgId.location,
    shanghai(t0 + 10_000, { alarmBits: sos, items: [{ id: 0x01, data: Uint8Array.of(0, 0, 4, 0xd2) }] }),
  );
  terminal.say(msgId.location, shanghai(t0 + 20_000, { alarmBits: sos }));
  await answered(3);
  const kept = await keptOf('terminalAlarm');
  expect(kept).toMatchObject({ afterMs: 0, point: null, frame: { msgId: '0x0200', faults: [] } });
  expect(wordsOf(kept.frame, '报警标志')).toContain('紧急报警');
  expect(wordsOf(kept.frame, '里程')).toBe('里程 123.4 km');
  // with its header, so that it can be replayed
  const frame = decodeFrame(Buffer.from(kept.frame.hex, 'hex').subarray(0, -1));
  expect(frame).toMatchObject({ header: { phoneKey: terminal.phone, msgId: msgId.location } });
});

it('of a limit that has to be passed for a while it is the frame of the report that passed it', async () => {
  for (const [s, speedKmh] of [
    [60, 70],
    [90, 95],
    [120, 96],
    [180, 97],
    [210, 98],
  ] as const)
    terminal.say(msgId.location, shanghai(t0 + s * 1000, { speedKmh }));
  await answered(8);
  const kept = await keptOf('speedAlarm');
  expect(kept).toMatchObject({ afterMs: 0 });
  expect(wordsOf(kept.frame, '速度')).toBe('95.0 km/h');
});

it('in a frame of several reports it says which one it is', async () => {
  const locations = [240, 250, 260].map((s) => shanghai(t0 + s * 1000, { alarmBits: s === 240 ? 0 : sos }));
  terminal.say(msgId.locationBatch, { late: false, locations, damaged: 0 });
  await answered(9);
  await eventually(async () => {
    await kit.settle();
    return (await episodes('terminalAlarm')).length === 2;
  });
  const kept = await keptOf('terminalAlarm');
  expect(kept).toMatchObject({ afterMs: 0, point: 2, frame: { msgId: '0x0704' } });
});

it('what the platform did not take is no evidence: strangers with a number off a sticker, and a connection that was taken over', async () => {
  const db = app.database.systemDb;
  const { id: deviceId, phone } = await db
    .insertInto('device')
    .values({ client_id: a.clientId, org_id: a.orgId, terminal_no: '013977770001', phone_key: '13977770001' })
    .returning(['id', 'phone_key as phone'])
    .executeTakeFirstOrThrow();
  await db
    .updateTable('device')
    .set({ terminal_policy: 'strict', auth_code: 'right' })
    .where('id', '=', deviceId)
    .execute();
  const before = vehicleId;
  vehicleId = await a.addVehicle('沪A70002', { deviceId });
  await db
    .updateTable('device_binding')
    .set({ during: `[${new Date(t0 - 3_600_000).toISOString()},)` })
    .where('device_id', '=', deviceId)
    .execute();
  const join = () => Terminal.connect(gateway.port, phone);
  const [stranger, older, newer] = [await join(), await join(), await join()];
  const report = (from: Terminal, s: number, speedKmh: number, alarmBits = sos) =>
    from.say(msgId.location, shanghai(t0 + s * 1000, { speedKmh, alarmBits }));
  for (const from of [older, newer]) {
    from.say(msgId.auth, { code: 'right', imei: '', softwareVersion: '' });
    report(from, 0, 40, 0);
    await from.heard(2);
  }
  report(stranger, 10, 11);
  await stranger.heard(1);
  expect(stranger.results.at(-1)).toMatch(/^0200:.*:1$/u);
  report(older, 10, 12);
  // nobody answers it: it is there before the newer one's
  await new Promise((resolve) => setTimeout(resolve, 30));
  report(newer, 10, 13);
  await newer.heard(3);
  const kept = await keptOf('terminalAlarm');
  expect(wordsOf(kept.frame, '速度')).toBe('13.0 km/h');
  for (const one of [stranger, older, newer]) one.end();
  vehicleId = before;
});

it('where it is not remembered there is none, and it is said how long the rest is kept', async () => {
  const { id } = await app.database.systemDb
    .insertInto('episode')
    .values({
      ...{ client_id: a.clientId, vehicle_id: vehicleId, kind: 'terminalAlarm', alarm: true, subject: 'bit1' },
      ...{ start_time: new Date(t0 - 60_000), confirmed_at: new Date(t0 - 50_000), end_time: new Date(t0 - 50_000) },
      ...{ status: 1 },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  gateway.alarmBegan(id);
  terminal.say(msgId.location, shanghai(t0 + 300_000));
  await answered(10);
  expect(await a.post(raw, { id })).toMatchObject({ code: 200, data: { kept: null, keepMonths: 13 } });
});

it('who may not see the alarm or its raw data gets nothing', async () => {
  const id = (await episodes('speedAlarm'))[0]?.id;
  const b = await fleetFixture(app, '别家报文公司');
  expect(await b.post(raw, { id })).toMatchObject({ code: 4004 });
  const without = await a.user({ menus: ['alarmRecord'] });
  expect((await app.post(raw, { id }, without.token)).code).toBe(4003);
  const given = { menus: ['alarmRecord'], buttons: [button('alarmRecord', 'raw').path] };
  expect((await app.post(raw, { id }, (await a.user(given)).token)).code).toBe(200);
  expect((await app.post(raw, { id }, (await a.user({ ...given, orgId: a.subOrgId })).token)).code).toBe(4004);
});

it('goes with the alarm', async () => {
  const [speeding] = await episodes('speedAlarm');
  const db = app.database.systemDb;
  const left = () =>
    db
      .selectFrom('alarm_frame')
      .select('episode_id')
      .where('episode_id', '=', speeding?.id ?? '')
      .execute();
  expect(await left()).toHaveLength(1);
  await db
    .deleteFrom('episode')
    .where('id', '=', speeding?.id ?? '')
    .execute();
  expect(await left()).toEqual([]);
});

it('an alarm that is deleted while its frame is written keeps no other frame from being written', async () => {
  const { pool, systemDb: db } = app.database;
  const made = await Promise.all(
    ['gone', 'stays'].map((subject) =>
      db
        .insertInto('episode')
        .values({
          ...{ client_id: a.clientId, vehicle_id: vehicleId, kind: 'speedAlarm', alarm: true, subject, level: 2 },
          ...{ start_time: new Date(t0), confirmed_at: new Date(t0), status: 0 },
        })
        .returning('id')
        .executeTakeFirstOrThrow(),
    ),
  );
  const [gone = '', stays = ''] = made.map(({ id }) => id);
  const frame = { clientId: a.clientId, deviceId: a.deviceIds[0] ?? '', point: null, reportTime: t0, receivedAt: t0 };
  const other = await pool.connect();
  try {
    await other.query('begin');
    await other.query('delete from episode where id = $1', [gone]);
    const written = pgAlarmFrameStore(pool).write(
      [gone, stays].map((episodeId) => ({ ...frame, episodeId, payload: Uint8Array.of(2, 0) })),
    );
    // the writer waits for what the other one does with the alarm
    await eventually(async () => {
      const { rows } = await pool.query(
        `select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock' and query like '%alarm_frame%' and pid <> pg_backend_pid()`,
      );
      return rows[0]?.n > 0;
    });
    await other.query('commit');
    await written;
  } finally {
    other.release();
  }
  const { rows } = await pool.query('select episode_id::text as id from alarm_frame where episode_id = any($1)', [
    [gone, stays],
  ]);
  expect(rows).toEqual([{ id: stays }]);
});
