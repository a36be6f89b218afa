import { itemForm, itemLayout } from '@tongda/contract/resources/item-profile/calls';
import { itemChannels } from '@tongda/contract/resources/item-profile/channels';
import {
  flagChannels,
  flagListChannels,
  listChannels,
  numberChannels,
  textChannels,
} from '@tongda/protocol/items/channels';
import { fieldForms, mostChannels } from '@tongda/protocol/items/described';
import { makerProfiles } from '@tongda/protocol/items/makers';
import { itemLayouts } from '@tongda/protocol/items/records';
import { msgId } from '@tongda/protocol/jt808/codec';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { changedByOther } from '../../../../test/changed-by-other';
import { type FleetFixture, fleetFixture } from '../../../../test/fleet-fixture';
import { FakeBus, shanghai, Terminal } from '../../../../test/gateway-kit';
import { type TestApp, testApp } from '../../../../test/test-app';
import { type RunningGateway, startGateway } from '../../../gateway/listeners';

const api = '/api/base/itemProfile';
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
let app: TestApp;
let a: FleetFixture;
let staff: string;

beforeAll(async () => {
  app = await testApp();
  a = await fleetFixture(app, '扩展公司');
  await a.addVehicle('沪A77777', { deviceId: a.deviceIds[0] });
  const db = app.database.systemDb;
  await db.updateTable('client').set({ terminal_policy: 'tolerant' }).where('id', '=', a.clientId).execute();
  const provider = await app.company('平台方');
  await db.updateTable('client').set({ kind: 'provider' }).where('id', '=', provider.clientId).execute();
  staff = String((await app.login(provider.account, 'Test@2026')).data.access_token);
});
afterAll(() => app.close());

const post = (call: string, body: object) => app.post(`${api}/${call}`, body, staff);
const rowOf = async (code: string) =>
  (await post('page', { keyword: code })).data.list.find((p: { code: string }) => p.code === code);
const probe = { item: 0xc1, length: 2, at: 0, form: 's16', factor: 0.1, to: 'tempC' };

it('offers what the protocol can read: channels, layouts and ways to write a value', () => {
  const kinds = {
    list: listChannels,
    number: [...numberChannels, 'odometerM'],
    flag: [...flagChannels, ...flagListChannels],
    text: textChannels,
  };
  for (const [kind, names] of Object.entries(kinds)) {
    const offered = Object.entries(itemChannels).filter(([, channel]) => channel.kind === kind);
    expect(offered.map(([name]) => name).sort()).toEqual([...names].sort());
  }
  for (const name of [...listChannels, ...flagListChannels]) expect(itemChannels[name].most).toBe(mostChannels(name));
  expect([...itemLayout.codes].sort()).toEqual([...itemLayouts].sort());
  expect([...itemForm.codes].sort()).toEqual([...fieldForms].sort());
});

it('begins with the profiles of the release', async () => {
  const rows = await app.database.systemDb.selectFrom('item_profile').select(['code', 'base', 'rows']).execute();
  const release = makerProfiles.map(({ name, base, rows }) => ({ code: name, base, rows }));
  expect(rows).toHaveLength(release.length + 1);
  expect(rows).toEqual(expect.arrayContaining(release));
});

it('a new meaning holds for the next report of a terminal that is connected, and an older edition can be looked at', async () => {
  const device = await app.database.systemDb
    .selectFrom('device')
    .select(['id', 'phone_key'])
    .where('id', '=', a.deviceIds[0] ?? '')
    .executeTakeFirstOrThrow();
  const added = await post('add', { code: 'probe-c1', name: 'C1探头', base: 'gps51', rows: [probe] });
  expect(added.code, added.msg).toBe(200);
  await app.database.systemDb
    .updateTable('device')
    .set({ item_profile: 'probe-c1' })
    .where('id', '=', device.id)
    .execute();
  const bus = new FakeBus();
  const gateway: RunningGateway = await startGateway({
    port: 0,
    host: '127.0.0.1',
    bus,
    db: app.database.pool,
    log: silent,
  });
  const terminal = await Terminal.connect(gateway.port, device.phone_key);
  try {
    const items = [
      { id: 0xc1, data: Uint8Array.of(0xff, 0x4c) },
      { id: 0x61, data: Uint8Array.of(0x04, 0xb0) },
    ];
    const report = async () => {
      const before = bus.positions.length;
      terminal.say(msgId.location, shanghai(Date.now(), { items }));
      await vi.waitFor(() => expect(bus.positions.length).toBeGreaterThan(before));
      return bus.positions.at(-1)?.channels;
    };
    expect(await report()).toMatchObject({ tempC: [-18], extVoltageV: 12 });
    const { id, version } = await rowOf('probe-c1');
    const change = { id, version, code: 'probe-c1', name: 'C1探头', base: 'gps51', rows: [{ ...probe, no: 3 }] };
    expect(await post('update', change)).toMatchObject({ code: 200, data: { version: 2 } });
    // the gateway is told by the database
    await vi.waitFor(async () => expect(await report()).toMatchObject({ tempC: [null, null, -18] }), { timeout: 5000 });
    expect(await post('update', change)).toMatchObject(changedByOther);
    const { data: editions } = await post('editions', { id });
    expect(editions).toMatchObject([
      { editionNo: 2, rows: [{ no: 3 }], baseName: '通用扩展（温度、油量、门）' },
      { editionNo: 1, rows: [{ no: 1, to: 'tempC', none: [], low: null }] },
    ]);
    const [last] = (await post('changeHis', { id })).data.list;
    expect(last.changes).toEqual([
      {
        field: 'rows',
        label: '数据项',
        before: 'C1 2字节 第0字节起2字节有符号×0.1 → 温度',
        after: 'C1 2字节 第0字节起2字节有符号×0.1 → 温度3',
      },
    ]);
  } finally {
    terminal.end();
    await gateway.stop();
  }
});

it('says what is wrong, at the row', async () => {
  const add = async (rows: object[], more: object = {}) =>
    (await post('add', { code: 'wrong', name: '错误', rows, ...more })).data.errors;
  const atRows = (msg: string) => [{ field: 'rows', msg }];
  expect(await add([probe, { ...probe, at: 1 }])).toEqual(atRows('第2行（C1）取值超出了长度为2字节的数据'));
  expect(await add([{ ...probe, layout: 'byte-id-first' }])).toEqual(atRows('第1行（C1）请填写子项编号'));
  expect(await add([{ ...probe, no: 9 }])).toEqual(atRows('第1行（C1）温度的路号应为1~8'));
  expect(await add([probe, probe])).toEqual(atRows('第2行（C1）与前面一行写入同一通道'));
  expect(await add([{ ...probe, to: null }])).toEqual(atRows('第1行（C1）没有通道，请填写含义'));
  expect(await add([{ ...probe, to: 'driverName' }])).toEqual(atRows('第1行（C1）文本通道只能按文本取值'));
  expect(await add([], { base: 'nothing' })).toEqual([{ field: 'base', msg: '基础配置不存在' }]);
  expect(await add([], { base: 'wrong' })).toEqual([{ field: 'base', msg: '基础配置不能是它自己，也不能以它为基础' }]);
  expect(await add([], { code: 'gps51' })).toEqual([{ field: 'code', msg: '编码已存在' }]);
  expect(await add([], { name: 'C5 温湿度' })).toEqual([{ field: 'name', msg: '名称已存在' }]);
  const gps51 = await rowOf('gps51');
  expect((await post('update', { ...gps51, base: 'gps51-reefer' })).data.errors).toEqual([
    { field: 'base', msg: '基础配置不能是它自己，也不能以它为基础' },
  ]);
  expect(await post('update', { ...(await rowOf('standard')), base: 'standard' })).toMatchObject({ code: 4011 });
});

it('one that something is read by cannot go, one that is free can', async () => {
  const del = async (code: string) => post('del', { id: (await rowOf(code)).id });
  expect(await del('standard')).toMatchObject({ code: 4011 });
  expect(await del('gps51-reefer')).toMatchObject({ msg: expect.stringMatching(/基础，不能删除|使用，不能删除/u) });
  expect(await del('probe-c1')).toMatchObject({ code: 4011, msg: '“C1探头”正被0个型号、1台终端使用，不能删除' });
  const { data: uses } = await post('uses', { id: (await rowOf('probe-c1')).id });
  expect(uses).toMatchObject({ total: 1, list: [{ clientName: '扩展公司', model: '', deviceCount: 1 }] });
  expect(await del('mv710g')).toMatchObject({ code: 200 });
  expect(await rowOf('mv710g')).toBeUndefined();
});

it('tries a profile on a frame, and on items alone', async () => {
  const frame =
    '7e02000036019111110000007b000000000001004202b71a72008dbba000000000000025070208082901040000000030011731010e57080000000000000000820200829e7e';
  const rows = [{ item: 0x82, length: 2, at: 0, form: 'u16', factor: 0.1, to: 'extVoltageV' }];
  const { data } = await post('try', { base: 'standard', rows, hex: frame });
  expect(data.what).toBe('位置信息汇报');
  expect(data.items).toMatchObject([
    { item: 1, by: 'base', words: '里程 0 km' },
    { item: 0x30, by: 'base' },
    { item: 0x31, by: 'base' },
    { item: 0x57, by: 'none', words: '' },
    { item: 0x82, by: 'own', words: '主电压 13 V' },
  ]);
  expect((await post('try', { base: 'standard', rows, hex: '82 02 00 82' })).data).toMatchObject({
    what: '附加信息',
    items: [{ by: 'own', hex: '0082' }],
  });
  expect((await post('try', { base: 'standard', rows, hex: '8205' })).data.errors).toEqual([
    { field: 'hex', msg: '第0字节起的数据项82不完整' },
  ]);
  expect((await post('try', { base: 'standard', rows, hex: '7e00' })).data.errors).toEqual([
    { field: 'hex', msg: '这不是完整的一帧，或校验码错误' },
  ]);
});

it('companies choose profiles by name, and see and change nothing of them', async () => {
  const options = (await a.post(`${api}/options`, {})).data;
  expect(options[0]).toEqual({ code: 'standard', name: '标准 JT/T 808，无扩展' });
  for (const call of ['page', 'add', 'update', 'del', 'try', 'editions', 'uses'])
    expect((await a.post(`${api}/${call}`, { id: '1001' })).code, call).toBe(4003);
});
