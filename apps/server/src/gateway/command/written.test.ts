import type { TerminalCommand } from '@tongda/contract/core/topics';
import { fromHex, toHex } from '@tongda/protocol/bytes';
import { type Frame, msgId } from '@tongda/protocol/jt808/codec';
import { nameParameter } from '@tongda/protocol/jt808/messages/parameter/values';
import { emptyMessage } from '@tongda/protocol/jt808/messages/session/0002';
import { afterEach, expect, it } from 'vitest';
import { FakeQueue } from '../../../test/fake-queue';
import { pause, Terminal, type TestGateway, testGateway, until } from '../../../test/gateway-kit';

const phone = '13800138000';
const deviceId = `d${phone}`;
const open: TestGateway[] = [];
const terminals: Terminal[] = [];

let queue: FakeQueue;

async function start(commandMs = 5_000): Promise<{ gateway: TestGateway; join: () => Promise<Terminal> }> {
  queue = new FakeQueue();
  const gateway = await testGateway({ commandMs, tidyMs: 10 }, { commands: queue });
  open.push(gateway);
  gateway.store.add(phone);
  const join = async (): Promise<Terminal> => {
    const terminal = await Terminal.connect(gateway.port, phone, '2019');
    terminals.push(terminal);
    terminal.say(msgId.heartbeat, emptyMessage);
    await terminal.heard(1);
    return terminal;
  };
  return { gateway, join };
}
afterEach(async () => {
  for (const terminal of terminals.splice(0)) terminal.end();
  for (const gateway of open.splice(0)) await gateway.stop();
});

const give = (command: TerminalCommand): void => queue.give(deviceId, command);
/** Commands that the terminal heard so far. */
const asked = (terminal: Terminal): Frame[] => terminal.answers.filter((f) => f.header.msgId !== msgId.platformReply);
const reply = (terminal: Terminal, { header }: Frame, result = 0): void =>
  terminal.say(msgId.terminalReply, { replySerial: header.serial, replyId: header.msgId, result });

it('asks a connected terminal in its own layout and tells its answer', async () => {
  const { join } = await start();
  const terminal = await join();
  give({ kind: 'text', text: '前方拥堵，请走沪昆高速', urgent: true, speak: true });
  await until(() => asked(terminal).length === 1);
  const [heard] = asked(terminal);
  expect(heard?.header.version).toBe('2019');
  expect(heard?.message).toEqual({
    id: msgId.text,
    // urgent (10), shown and read aloud: in 2019 the two lowest bits say what kind of text it is
    body: { flags: 14, kind: 1, text: '前方拥堵，请走沪昆高速' },
  });
  expect(queue.noted).toEqual(['sent']);
  if (heard) reply(terminal, heard);
  await until(() => queue.noted.length === 2);
  expect(queue.noted).toEqual(['sent', '执行成功']);
});

it('writes a phone book whose people may call and be called', async () => {
  const { join } = await start();
  const terminal = await join();
  give({ kind: 'phoneBook', mode: 'modify', contacts: [{ name: '调度', number: '02162345678' }] });
  await until(() => asked(terminal).length === 1);
  expect(asked(terminal)[0]?.message).toEqual({
    id: msgId.phoneBook,
    body: { mode: 3, contacts: [{ direction: 3, number: '02162345678', name: '调度' }] },
  });
});

it('writes the white list of drivers as transparent data', async () => {
  const { join } = await start();
  const terminal = await join();
  give({ kind: 'driverList', mode: 'replace', drivers: [{ cardNo: '0A1B2C3D', name: '周强' }] });
  await until(() => asked(terminal).length === 1);
  const said = asked(terminal)[0]?.message;
  expect(said).toMatchObject({ id: msgId.transparentDown, body: { type: 0xf7 } });
  if (said?.id === msgId.transparentDown) expect(toHex(said.body.data)).toBe('010101040a1b2c3d04d6dcc7bf');
});

it.each([
  [1, '执行失败 refused'],
  [2, '执行失败 damaged'],
  [3, '执行失败 unsupported'],
])('result %i of the terminal is %s', async (result, state) => {
  const { join } = await start();
  const terminal = await join();
  give({ kind: 'reset' });
  await until(() => asked(terminal).length === 1);
  const [heard] = asked(terminal);
  expect(heard?.message).toEqual({ id: msgId.terminalControl, body: { command: 4, args: '' } });
  if (heard) reply(terminal, heard, result);
  await until(() => queue.noted.length === 2);
  expect(queue.noted).toEqual(['sent', state]);
});

it('reads parameters back', async () => {
  const { join } = await start();
  const terminal = await join();
  give({ kind: 'params', values: [{ id: 0x29, value: 30 }] });
  await until(() => asked(terminal).length === 1);
  const heard = asked(terminal)[0]?.message;
  if (heard?.id !== msgId.setParameters) throw new Error('no parameters');
  expect(heard.body.parameters.map(({ id, value }) => [id, toHex(value)])).toEqual([[0x29, '0000001e']]);
  give({ kind: 'readParams' });
  await pause(20);
  // one after another: the second waits for the first one's answer
  expect(asked(terminal)).toHaveLength(1);
  const [set] = asked(terminal);
  if (set) reply(terminal, set);
  await until(() => asked(terminal).length === 2);
  const question = asked(terminal)[1];
  terminal.say(msgId.parameters, {
    replySerial: question?.header.serial ?? 0,
    parameters: [{ id: 0x29, value: fromHex('0000001e') }],
  });
  await until(() => queue.noted.length === 4);
  expect(queue.noted.at(-1)).toBe('执行成功');
  expect(queue.answers).toEqual([{ params: [{ id: 0x29, hex: '0000001e' }] }]);
});

it('sets fields of a camera and leaves the others as they are', async () => {
  const { join } = await start();
  const terminal = await join();
  const values: Extract<TerminalCommand, { kind: 'params' }>['values'] = [
    { id: 0xf365, fields: { speedThreshold: 30, fatiguePhotos: 5, fatigueVideo: 12 } },
    { id: 0xf367, fields: { rearTime: 3, sideTime: 3 } },
  ];
  give({ kind: 'params', values });
  await until(() => asked(terminal).length === 1);
  const heard = asked(terminal)[0]?.message;
  if (heard?.id !== msgId.setParameters) throw new Error('no parameters');
  const [driver, blindSpot] = heard.body.parameters;
  expect(toHex(blindSpot?.value ?? new Uint8Array())).toBe('0303');
  const read = driver ? nameParameter(driver).value : null;
  expect(read).toMatchObject({
    fields: {
      speedThreshold: 30,
      fatiguePhotos: 5,
      fatigueVideo: 12,
      volume: 0xff,
      alarmBits: 0xffffffff,
      smokingPause: 0xffff,
    },
    rest: '',
  });
  expect(driver?.value).toHaveLength(49);
});

it('writes areas shape by shape, long lines in packages, and stops at the first refusal', async () => {
  const { join } = await start();
  const terminal = await join();
  const area = { id: 1001, name: '青浦配送中心', limitKmh: 20 };
  const points = Array.from({ length: 120 }, (_, i): [number, number] => [121 + i / 1000, 31]);
  give({
    kind: 'areas',
    mode: 'replace',
    circles: [{ ...area, lng: 121.1, lat: 31.15, radiusM: 300 }],
    rects: [],
    polygons: [],
    lines: [{ id: 1002, name: '沪杭', limitKmh: null, points, widthM: 400 }],
  });
  await until(() => asked(terminal).length === 1);
  const [circle] = asked(terminal);
  expect(circle?.message).toMatchObject({
    id: msgId.setCircles,
    body: {
      mode: 0,
      areas: [{ ...{ id: 1001, name: area.name, radiusM: 300 }, speed: { limitKmh: 20, nightKmh: 20 } }],
    },
  });
  if (circle) reply(terminal, circle);
  await until(() => asked(terminal).length === 2);
  const emptied = asked(terminal)[1];
  expect(emptied?.message).toEqual({ id: msgId.deleteRoutes, body: { ids: [] } });
  if (emptied) reply(terminal, emptied);
  await until(() => asked(terminal).length === 5);
  const packages = asked(terminal).slice(2);
  expect(packages.map(({ header }) => [header.msgId, header.subpackage])).toEqual(
    [1, 2, 3].map((part) => [msgId.setRoute, { total: 3, no: part }]),
  );
  const [first, , last] = packages;
  if (first) reply(terminal, first);
  if (last) reply(terminal, last, 1);
  await until(() => queue.noted.length === 2);
  expect(queue.noted).toEqual(['sent', '执行失败 refused']);
  // every message of the task is kept, of a long one the first bytes
  expect(queue.sent.map(({ msgId: id, hex, bytes }) => [id, hex.length / 2, bytes])).toEqual([
    ['8600', circle?.data.length, circle?.data.length],
    ['8607', 1, 1],
    ['8606', 1024, packages.reduce((sum, { data }) => sum + data.length, 0)],
  ]);
});

it('of a task of very many messages the first bytes are kept, and of the rest what they were', async () => {
  const { join } = await start();
  const terminal = await join();
  const points = Array.from({ length: 100 }, (_, i): [number, number] => [121 + i / 1000, 31 + (i % 2) / 1000]);
  const polygons = Array.from({ length: 12 }, (_, i) => ({ id: 1001 + i, name: '园区', limitKmh: null, points }));
  give({ kind: 'areas', mode: 'append', circles: [], rects: [], polygons, lines: [] });
  for (let i = 0; i < polygons.length; i++) {
    await until(() => asked(terminal).length === i + 1);
    const frame = asked(terminal)[i];
    if (frame) reply(terminal, frame);
  }
  await until(() => queue.noted.length === 2);
  expect(queue.sent.map(({ msgId: id, bytes }) => [id, bytes])).toEqual(
    polygons.map(() => ['8604', queue.sent[0]?.bytes]),
  );
  expect(queue.sent.reduce((sum, { hex }) => sum + hex.length / 2, 0)).toBe(8192);
});

it('writes the pieces of a line with their own limits and times, for a time', async () => {
  const { join } = await start();
  const terminal = await join();
  const points: Array<[number, number]> = [0, 1, 2, 3].map((i) => [121 + i / 100, 31]);
  const sections = [
    { fromPoint: 0, limitKmh: 80, atLeastS: 300, atMostS: 900 },
    { fromPoint: 2, limitKmh: null, atLeastS: null, atMostS: 1200 },
    { fromPoint: 3, limitKmh: 60, atLeastS: null, atMostS: null },
  ];
  const period = { from: Date.UTC(2026, 10, 22, 23), to: Date.UTC(2026, 10, 23, 16, 30) };
  const line = { id: 1003, name: '沪苏', limitKmh: 100, points, widthM: 200, sections, period };
  give({ kind: 'areas', mode: 'append', circles: [], rects: [], polygons: [], lines: [line] });
  await until(() => asked(terminal).length === 1);
  const speed = (limitKmh: number) => ({ limitKmh, seconds: 10, nightKmh: limitKmh });
  expect(asked(terminal)[0]?.message).toMatchObject({
    id: msgId.setRoute,
    body: {
      id: 1003,
      period: { from: '261123070000', to: '261124003000' },
      points: [
        { id: 1, sectionId: 1, speed: speed(80), times: { atLeastS: 300, atMostS: 900 } },
        { id: 2, sectionId: 1, speed: speed(80), times: { atLeastS: 300, atMostS: 900 } },
        { id: 3, sectionId: 2, speed: null, times: { atLeastS: 0, atMostS: 1200 } },
        { id: 4, sectionId: 3, speed: speed(60), times: null },
      ],
    },
  });
});

it('waits for a terminal that is not there; a restart that may have happened is not asked for twice', async () => {
  const { join } = await start();
  give({ kind: 'text', text: '一', urgent: false, speak: false });
  await pause(40);
  expect(queue.noted).toEqual([]);
  const terminal = await join();
  await until(() => asked(terminal).length === 1);
  terminal.end();
  await until(() => queue.noted.length === 2);
  const again = await join();
  await until(() => asked(again).length === 1);
  const [text] = asked(again);
  if (text) reply(again, text);
  await until(() => queue.noted.length === 4);
  give({ kind: 'reset' });
  await until(() => asked(again).length === 2);
  again.end();
  await until(() => queue.noted.length === 6);
  expect(queue.noted).toEqual(['sent', '待下发', 'sent', '执行成功', 'sent', '超时 lost']);
});

it('a restart that could not go out, as the connection ended first, goes out over the next one', async () => {
  const { gateway, join } = await start();
  const terminal = await join();
  const take = queue.take.bind(queue);
  queue.take = async (id) => {
    const command = await take(id);
    if (command?.attempts !== 1) return command;
    terminal.end();
    await until(() => gateway.stats().connections === 0);
    return command;
  };
  give({ kind: 'reset' });
  await until(() => queue.noted.length === 2);
  const again = await join();
  await until(() => asked(again).length === 1);
  expect(asked(terminal)).toEqual([]);
  expect(queue.noted).toEqual(['sent', '待下发', 'sent']);
});

it('of a message in packages one answer to the first is enough, when nothing else comes', async () => {
  const { join } = await start(60);
  const terminal = await join();
  const points = Array.from({ length: 120 }, (_, i): [number, number] => [121 + i / 1000, 31]);
  const line = { id: 1002, name: '沪杭', limitKmh: null, points, widthM: 40 };
  give({ kind: 'areas', mode: 'append', circles: [], rects: [], polygons: [], lines: [line] });
  await until(() => asked(terminal).length === 3);
  const [first] = asked(terminal);
  if (first) reply(terminal, first);
  await until(() => queue.noted.length === 2);
  expect(queue.noted).toEqual(['sent', '执行成功']);
});

it('sends packages again that the terminal has lost, byte for byte', async () => {
  const { gateway, join } = await start();
  const terminal = await join();
  const points = Array.from({ length: 120 }, (_, i): [number, number] => [121 + i / 1000, 31]);
  const line = { id: 1002, name: '沪杭', limitKmh: null, points, widthM: 40 };
  give({ kind: 'areas', mode: 'append', circles: [], rects: [], polygons: [], lines: [line] });
  await until(() => asked(terminal).length === 3);
  const [first, second, third] = asked(terminal);
  const firstSerial = first?.header.serial ?? 0;
  terminal.say(msgId.terminalResend, { firstSerial, packages: [2, 3, 9] });
  await until(() => asked(terminal).length === 5);
  expect(asked(terminal).slice(3)).toEqual([second, third]);
  if (third) reply(terminal, third);
  await until(() => queue.noted.length === 2);
  expect(queue.noted).toEqual(['sent', '执行成功']);

  // another message's packages are not kept: refused and counted
  terminal.say(msgId.terminalResend, { firstSerial: firstSerial + 100, packages: [1] });
  await until(() => terminal.results.at(-1)?.startsWith('0005') === true);
  expect(terminal.results.at(-1)).toMatch(/:1$/u);
  expect(gateway.stats().refused.notKept).toBe(1);
});
