import { encodeText } from '@tongda/protocol/text';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type FleetFixture, fleetFixture } from '../../../../../test/fleet-fixture';
import { type TestApp, testApp } from '../../../../../test/test-app';
import { writtenCommands } from '../../../../../test/written-commands';

const api = '/api/base/manage/vehicle/probe';
let app: TestApp;
let a: FleetFixture;
let vehicleId: string;
let deviceId: string;
let queue: ReturnType<typeof writtenCommands>;
beforeAll(async () => {
  app = await testApp();
  a = await fleetFixture(app, '读配置公司');
  deviceId = a.deviceIds[0] ?? '';
  vehicleId = await a.addVehicle('沪A11111', { deviceId });
  queue = writtenCommands(app);
});
afterAll(() => app.close());
beforeEach(() => queue.begin());

const read = (id = vehicleId, token = a.token) => app.post(`${api}/readConfig`, { vehicleId: id }, token);
const config = async () => (await a.post(`${api}/config`, { vehicleId })).data;
const hex = (text: string): string => Buffer.from(encodeText(text)).toString('hex');

it('asks the bound terminal for its parameters and shows them in words', async () => {
  expect(await config()).toMatchObject({ asked: null, answer: null, model: 'TD-1', channels: null });
  const asked = await read();
  expect(asked).toMatchObject({ code: 200, data: { taskNo: expect.stringMatching(/^XR\d{12}$/u) } });
  expect(await queue.heard()).toMatchObject([{ deviceId, command: { kind: 'readParams' } }]);
  await queue.tell('sent');
  expect(await config()).toMatchObject({ asked: { taskNo: asked.data.taskNo, status: 1, words: '' }, answer: null });
  await queue.tell('done', [
    { id: 0x29, hex: '0000001e' },
    { id: 0x76, hex: '040002' },
    { id: 0x80, hex: '0001e240' },
    { id: 0x84, hex: '02' },
    { id: 0x83, hex: hex('沪B00002') },
    { id: 0x13, hex: hex('gps.example.com') },
    { id: 0xf900, hex: '0102030405060708' },
  ]);
  const { answer } = await config();
  expect(answer).toMatchObject({ cameras: 6, plate: '沪B00002' });
  expect(answer.params.map((p: { label: string; value: string }) => [p.label, p.value])).toEqual([
    ['缺省定位上报间隔', '30 s'],
    ['音视频通道', '音视频4路，仅音频0路，仅视频2路'],
    ['里程表读数', '12345.6 km'],
    ['车牌颜色', '黄色'],
    ['机动车号牌', '沪B00002'],
    ['主服务器地址', 'gps.example.com'],
    ['参数 0xF900', '0102030405060708'],
  ]);
});

it('says that a terminal is offline, keeps what it said before, and asks when it comes', async () => {
  await read();
  expect(await config()).toMatchObject({
    asked: { status: 5, words: '终端离线，上线后自动下发' },
    answer: { plate: '沪B00002' },
  });
  await queue.tell('silent');
  expect((await config()).asked.words).toBe('终端没有应答，可重发');
});

it('needs a terminal, and the right to set probes', async () => {
  const bare = await a.addVehicle('沪A22222');
  expect(await read(bare)).toMatchObject({ code: 4011, msg: '车辆沪A22222没有绑定终端，无法读取设备配置' });
  expect((await a.post(`${api}/config`, { vehicleId: bare })).data).toMatchObject({ terminalNo: '', asked: null });
  const reader = await a.user({ menus: ['vehicle'] });
  expect(await read(vehicleId, reader.token)).toMatchObject({ code: 4003 });
  const other = await fleetFixture(app, '别家读配置');
  expect(await other.post(`${api}/readConfig`, { vehicleId })).toMatchObject({ code: 4004 });
  expect(await other.post(`${api}/config`, { vehicleId })).toMatchObject({ code: 4004 });
});
