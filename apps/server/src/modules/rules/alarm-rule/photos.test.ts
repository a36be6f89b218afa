import { instructionSending } from '@tongda/contract/resources/device/enums';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FleetFixture, fleetFixture } from '../../../../test/fleet-fixture';
import { type TestApp, testApp } from '../../../../test/test-app';
import { takeAlarmPhotos } from './photos';

let app: TestApp;
let fx: FleetFixture;
let vehicleId: string;
beforeAll(async () => {
  app = await testApp();
  fx = await fleetFixture(app, '抓拍公司');
  vehicleId = await fx.addVehicle('沪A10001');
  await app.database.systemDb
    .insertInto('device_binding')
    .values({
      client_id: fx.clientId,
      vehicle_id: vehicleId,
      device_id: fx.deviceIds[0] ?? '',
      during: '[2026-01-01 00:00:00+08,)',
    })
    .execute();
});
afterAll(() => app.close());

async function rule(params: object): Promise<string> {
  const name = `门磁${Math.random()}`;
  const { data, ...answer } = await fx.post('/api/alarm/rule/add', { name, kind: 'door', params });
  expect(answer, JSON.stringify(data)).toMatchObject({ code: 200 });
  return String(data.id);
}
let minute = 0;
/** A door alarm of a rule as the stream writes it; `push` false: found in old data. */
async function alarm(ruleId: string, { push = true, kind = 'doorAlarm' } = {}): Promise<string> {
  const db = app.database.systemDb;
  const at = new Date(Date.now() - ++minute * 60_000);
  const { id } = await db
    .insertInto('episode')
    .values({
      client_id: fx.clientId,
      vehicle_id: vehicleId,
      kind,
      rule_id: ruleId,
      alarm: true,
      subject: 'door1:moving',
      start_time: at,
      confirmed_at: at,
      level: 2,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('episode_event')
    .values({
      client_id: fx.clientId,
      vehicle_id: vehicleId,
      episode_id: id,
      event: 'opened',
      push,
      at: new Date(),
      body: JSON.stringify({ event: 'opened', level: 2, kind, subject: 'door1:moving', values: {} }),
    })
    .execute();
  return id;
}
const orders = () =>
  app.database.systemDb
    .selectFrom('device_command')
    .select(['kind', 'params', 'reason', 'vehicle_id'])
    .orderBy('id')
    .execute();

it('takes one photo with the camera that the rule names when it trips, and says so in the trace of the alarm', async () => {
  const db = app.database.systemDb;
  expect(
    (await fx.post('/api/alarm/rule/add', { name: '门', kind: 'door', params: { movingKmh: 10, photoChannel: 17 } }))
      .data.errors,
  ).toMatchObject([{ field: 'params.photoChannel', msg: '抓拍通道请填写 1 至 16' }]);
  const silent = await rule({ doors: [1], movingKmh: 10 });
  const looking = await rule({ doors: [2], movingKmh: 10, photoChannel: 3 });
  await alarm(silent);
  await alarm(looking, { push: false });
  const episode = await alarm(looking);
  await Promise.all([takeAlarmPhotos(db, Date.now()), takeAlarmPhotos(db, Date.now())]);
  await takeAlarmPhotos(db, Date.now());
  expect(await orders()).toMatchObject([
    {
      kind: 'photo',
      params: { channel: 3, resolution: 2 },
      vehicle_id: vehicleId,
      reason: expect.stringContaining('报警抓拍'),
    },
  ]);
  const traceOf = async (state: number): Promise<string[]> => {
    await db.updateTable('device_command').set({ state }).where('kind', '=', 'photo').execute();
    const { data } = await fx.post('/api/alarm/record/detail', { id: episode });
    return data.trace.map(({ text }: { text: string }) => text);
  };
  expect(await traceOf(instructionSending.queued)).toContain('规则抓拍 通道3，640×480：待下发');
  expect(await traceOf(instructionSending.refused)).toContain('规则抓拍 通道3，640×480：执行失败');
  expect(await traceOf(instructionSending.done)).toContain('规则抓拍 通道3，640×480：执行成功，照片见本报警的附件');
  // the door was shut after five seconds, the photo came with the order's last minute
  const began = await db
    .updateTable('episode')
    .set({ end_time: sql<Date>`start_time + interval '5 seconds'` })
    .where('id', '=', episode)
    .returning('start_time as start')
    .executeTakeFirstOrThrow();
  const listed = async (filters: object) =>
    (await fx.post('/api/alarm/record/page', { ...filters, page: 1, size: 50 })).data.list.filter(
      ({ id }: { id: string }) => id === episode,
    );
  expect(await listed({ files: 0 })).toMatchObject([{ fileCount: 0 }]);
  const bytes = await db
    .insertInto('file')
    .values({
      client_id: fx.clientId,
      user_id: fx.userId,
      kind: 'image',
      file_name: '门.jpg',
      mime: 'image/jpeg',
      size_bytes: 1,
      sha256: '',
      blob_key: 'door-photo',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const photo = (seconds: number, channel = 3) => ({
    file_id: bytes.id,
    client_id: fx.clientId,
    vehicle_id: vehicleId,
    name: `p${seconds}.jpg`,
    device_id: fx.deviceIds[0] ?? '',
    kind: 0,
    channel,
    taken_at: new Date(new Date(began.start).getTime() + seconds * 1000),
  });
  await db
    .insertInto('terminal_file')
    .values([photo(225), photo(300), photo(226, 2)])
    .execute();
  const shown = (await fx.post('/api/alarm/record/detail', { id: episode })).data.files;
  expect(shown.map(({ name, camera }: { name: string; camera: string }) => [name, camera])).toEqual([
    ['p225.jpg', '通道3'],
    ['p226.jpg', '通道2'],
  ]);
  // the register counts what the rule ordered, not what another camera happened to take
  expect(await listed({ files: 1 })).toMatchObject([{ fileCount: 1, filesAnnounced: 0 }]);
  expect(await listed({ files: 0 })).toEqual([]);
  // nobody wants to see the door of ten minutes ago
  await alarm(looking);
  expect(await takeAlarmPhotos(db, Date.now() + 600_000)).toBe(0);
});
