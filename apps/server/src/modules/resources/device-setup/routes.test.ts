import { createHash } from 'node:crypto';
import { upgradeStatus } from '@tongda/contract/resources/device/enums';
import { toldIn, upgradeTaskState } from '@tongda/contract/resources/device-setup/package';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { changedByOther } from '../../../../test/changed-by-other';
import { type FleetFixture, fleetFixture } from '../../../../test/fleet-fixture';
import { type TestApp, testApp } from '../../../../test/test-app';
import { nextStep, upgradeRefusal } from './rollout';
import { moveRollouts } from './rollout-job';

let app: TestApp;
let a: FleetFixture;
let staff: string;
const recorder = { model: 'TH5' };

beforeAll(async () => {
  app = await testApp();
  a = await fleetFixture(app, '冷链公司');
  const provider = await app.company('平台方');
  const db = app.database.systemDb;
  await db.updateTable('client').set({ kind: 'provider' }).where('id', '=', provider.clientId).execute();
  staff = String((await app.login(provider.account, 'Test@2026')).data.access_token);
  for (let i = 1; i <= 41; i++)
    await db
      .insertInto('portable_device')
      .values({ client_id: a.clientId, device_no: `TH-${i}`, phone_key: String(66_600_000 + i), ...recorder })
      .execute();
  await db
    .insertInto('portable_device')
    .values({ client_id: a.clientId, device_no: 'TH-X', ...recorder })
    .execute();
  await db
    .insertInto('portable_device')
    .values({ client_id: a.clientId, device_no: 'T5-1', phone_key: '66700001', model: 'T5' })
    .execute();
});
afterAll(() => app.close());

const param = (what: string, body: object) => app.post(`/api/base/portable/param/${what}`, body, staff);
const upgrade = (what: string, body: object) => app.post(`/api/base/portable/upgrade/${what}`, body, staff);

const template = {
  name: '冷藏默认',
  model: 'TH5',
  reportInterval: 240,
  sampleInterval: 60,
  tempLow: -2.5,
  tempHigh: 8,
  host: 'gps.example.cn',
  port: 6808,
  paramIds: { tempLow: 'F102', tempHigh: 'F103' },
};

it.each([
  [{ sampleInterval: 300 }, 'sampleInterval', '采集间隔不能大于上报间隔'],
  [{ tempLow: 9 }, 'tempHigh', '温度上限应大于下限'],
  [{ tempHigh: 86 }, 'tempHigh', '应在−40~85℃之间'],
  [{ humLow: 50, humHigh: 40 }, 'humHigh', '湿度上限应大于下限'],
  [{ model: 'G7' }, 'reportInterval', '型号G7的上报间隔可为1、2、3、5、10、20、30分钟'],
  [{ paramIds: { tempLow: 'xyz' } }, 'paramIds.tempLow', '参数编号应为4位十六进制，如 F101'],
])('%j is refused at %s', async (fields, field, msg) => {
  const answer = await param('add', { ...template, ...fields });
  expect(answer.data.errors).toContainEqual({ field, msg });
});

it('settings go into the queue of each recorder of the model, bounds hold at once', async () => {
  const { data } = await param('add', template);
  expect(await param('save', { ...template, id: data.id, version: 9 })).toMatchObject(changedByOther);
  const apply = { id: data.id, deviceNos: ['TH-1', 'TH-X', 'T5-1', 'NO'], reason: '夏季参数' };
  expect((await param('apply', apply)).data).toEqual([
    { deviceNo: 'TH-1', ok: true, msg: '' },
    { deviceNo: 'TH-X', ok: false, msg: '没有终端编号，无法下发' },
    { deviceNo: 'T5-1', ok: false, msg: '型号为T5，模板只适用于TH5' },
    { deviceNo: 'NO', ok: false, msg: '没有这台便携设备' },
  ]);
  expect((await param('apply', apply)).data[0]).toMatchObject({ ok: false, msg: '还有参数正在下发' });
  const db = app.database.systemDb;
  const device = await db
    .selectFrom('portable_device')
    .selectAll()
    .where('device_no', '=', 'TH-1')
    .executeTakeFirstOrThrow();
  expect(device).toMatchObject({ temp_lower_c: '-2.5', temp_upper_c: '8.0', collect_interval_s: 60 });
  const command = await db
    .selectFrom('device_command')
    .selectAll()
    .where('portable_id', '=', device.id)
    .executeTakeFirstOrThrow();
  expect(command).toMatchObject({
    vehicle_id: null,
    device_id: device.terminal_id,
    client_id: a.clientId,
    template_id: data.id,
  });
  expect(command.params).toEqual({
    kind: 'setParams',
    values: [
      { id: 0x29, hex: '000000f0' },
      { id: 0x13, hex: Buffer.from('gps.example.cn').toString('hex') },
      { id: 0x18, hex: '00001a98' },
      { id: 0xf102, hex: 'ffe7' },
      { id: 0xf103, hex: '0050' },
    ],
  });
  const [row] = (await param('page', {})).data.list;
  expect(row).toMatchObject({ deviceCount: 41, openCount: 1, doneCount: 0, paramIds: { tempLow: 'F102' } });
  expect(await param('del', { ids: [data.id] })).toMatchObject({ code: 4011 });
  // it stands in the list of commands of the provider, and in no list of the company's vehicles
  const sent = (await app.post('/api/base/instruct/page', { terminal: 'TH-1' }, staff)).data.list;
  expect(sent).toMatchObject([
    { plateNo: 'TH-1', terminalNo: '000066600001', vehicleId: null, clientName: '冷链公司' },
  ]);
  expect((await a.post('/api/base/device/command/page', {})).data.total).toBe(0);
  expect((await a.post('/api/base/portable/param/page', {})).code).toBe(4003);
});

async function upload(fields: Record<string, string>, file = { name: 'fw.bin', bytes: Buffer.from('firmware') }) {
  const form = new FormData();
  for (const [key, value] of Object.entries({ name: '固件', model: 'TH5', fwVersion: '2.0.0', ...fields }))
    form.append(key, value);
  form.append('file', new Blob([file.bytes]), file.name);
  const request = new Request('http://localhost/', { method: 'POST', body: form });
  const answer = await app.http.inject({
    method: 'POST',
    url: '/api/base/portable/upgrade/upload',
    headers: { authorization: `Bearer ${staff}`, 'content-type': request.headers.get('content-type') ?? '' },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  // the envelope of every call
  return answer.json() as { code: number; msg: string; data: { id: string } };
}

it('a package is what its name says, and another person publishes it', async () => {
  expect(await upload({ fwVersion: '2.0' })).toMatchObject({ code: 4000, msg: '版本格式应为 x.y.z' });
  expect(await upload({}, { name: 'fw.exe', bytes: Buffer.from('MZ') })).toMatchObject({
    msg: '升级包应为.bin、.zip文件',
  });
  expect(await upload({}, { name: 'fw.zip', bytes: Buffer.from('no') })).toMatchObject({
    msg: '文件内容与扩展名不符，请核对',
  });
  const { data } = await upload({ minVersion: '1.0.0' });
  expect(await upload({})).toMatchObject({ code: 4000, msg: '该型号的这个版本已上传' });
  const [row] = (await upgrade('page', {})).data.list;
  expect(row).toMatchObject({
    size: 8,
    // sha256sum of the file
    sha256: createHash('sha256').update('firmware').digest('hex'),
    status: 0,
    minVersion: '1.0.0',
  });
  const publish = { id: data.id, version: 1, publish: true };
  expect(await upgrade('publish', publish)).toMatchObject({ code: 4011, msg: '升级包须由上传人以外的另一人发布' });
  expect(await upgrade('task', { id: data.id, reason: '修复' })).toMatchObject({
    code: 4011,
    msg: '升级包固件没有发布',
  });
  await app.database.systemDb.updateTable('upgrade_package').set({ uploaded_by: a.userId }).execute();
  expect(await upgrade('publish', { ...publish, version: 9 })).toMatchObject(changedByOther);
  expect((await upgrade('publish', publish)).code).toBe(200);
  expect(await upgrade('del', { ids: [data.id] })).toMatchObject({ code: 4011, msg: '升级包固件已发布，请先下线' });
});

it('5 % of 41 are 3, then 9, then all; too many failures stop it', () => {
  expect([1, 2, 3].map((stage) => toldIn(stage, 41))).toEqual([3, 9, 41]);
  expect(nextStep({ stage: 1, failed: 0, over: 2, open: 1 })).toBe('wait');
  expect(nextStep({ stage: 1, failed: 0, over: 3, open: 0 })).toBe('next');
  expect(nextStep({ stage: 3, failed: 4, over: 41, open: 0 })).toBe('done');
  expect(nextStep({ stage: 3, failed: 5, over: 20, open: 21 })).toBe('stop');
});

it.each([
  [null, ''],
  ['1.5.0', ''],
  ['2.0.0', '固件已是2.0.0，不需要升级'],
  ['0.9.0', '固件0.9.0低于最低版本1.0.0，请先升级到1.0.0'],
])('firmware %s: %s', (firmware, msg) => {
  const of = { model: 'TH5', fwVersion: '2.0.0', minVersion: '1.0.0', force: false };
  expect(upgradeRefusal(of, { model: 'TH5', firmware, busy: false })).toBe(msg);
  expect(upgradeRefusal({ ...of, force: true }, { model: 'TH5', firmware, busy: false })).toBe('');
});

it('a roll-out goes from stage to stage as its devices are done, stops at failures and goes on when told', async () => {
  const db = app.database.systemDb;
  const [{ id }] = (await upgrade('page', {})).data.list;
  const started = (await upgrade('task', { id, reason: '修复休眠' })).data;
  expect(started).toMatchObject({ total: 41, left: [] });
  const told = async () =>
    (await db.selectFrom('device_command').select('id').where('kind', '=', 'upgrade').orderBy('id').execute()).map(
      (row) => row.id,
    );
  const end = async (state: number, ids: string[]) =>
    db.updateTable('device_command').set({ state, ended_at: new Date() }).where('id', 'in', ids).execute();
  expect(await told()).toHaveLength(3);
  await moveRollouts(db);
  expect(await told()).toHaveLength(3);
  await end(2, await told());
  await moveRollouts(db);
  expect(await told()).toHaveLength(9);
  const task = async () => (await upgrade('tasks', { id })).data[0];
  expect(await task()).toMatchObject({ state: upgradeTaskState.running, stage: 2, total: 41, ok: 3, waiting: 38 });
  // those that are elsewhere now did not try: nothing is known of the firmware
  const elsewhere = (await told()).slice(3, 6);
  await db.updateTable('device_command').set({ cause: 'mounted' }).where('id', 'in', elsewhere).execute();
  await end(3, elsewhere);
  await moveRollouts(db);
  expect(await task()).toMatchObject({ state: upgradeTaskState.running, failed: 0, waiting: 35 });
  await db.updateTable('device_command').set({ cause: '' }).where('id', 'in', elsewhere).execute();
  await end(0, elsewhere);
  await end(3, (await told()).slice(3, 5));
  await moveRollouts(db);
  expect(await task()).toMatchObject({ state: upgradeTaskState.stopped, failed: 2 });
  const { rows } = await sql<{ title: string }>`select title from message where title = '固件升级已停止'`.execute(db);
  expect(rows).toHaveLength(1);
  const items = (await upgrade('items', { id: started.id, size: 3 })).data;
  expect(items.list.map(({ state }: { state: number }) => state)).toEqual([
    upgradeStatus.failed,
    upgradeStatus.failed,
    upgradeStatus.done,
  ]);
  expect((await upgrade('act', { id: started.id, act: 'go' })).code).toBe(200);
  await end(2, (await told()).slice(5));
  await moveRollouts(db);
  expect(await told()).toHaveLength(41);
  expect((await upgrade('act', { id: started.id, act: 'cancel' })).code).toBe(200);
  expect(await task()).toMatchObject({ state: upgradeTaskState.cancelled, ok: 7, failed: 2, waiting: 0 });
  expect(await upgrade('act', { id: started.id, act: 'go' })).toMatchObject({
    code: 4010,
    msg: '任务已取消，不需要继续',
  });
  expect((await upgrade('page', {})).data.list[0]).toMatchObject({ okCount: 7, failCount: 2 });
});
