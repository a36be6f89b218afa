import { instructionSending } from '@tongda/contract/resources/device/enums';
import { commandCauses } from '@tongda/contract/watch/command/life';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type FleetFixture, fleetFixture } from '../../../../../test/fleet-fixture';
import { type TestApp, testApp } from '../../../../../test/test-app';
import { writtenCommands } from '../../../../../test/written-commands';

const api = '/api/base/manage/writeDevice';
let app: TestApp;
let a: FleetFixture;
let vehicleId: string;
let bare: string;
let deviceId: string;
let queue: ReturnType<typeof writtenCommands>;

beforeAll(async () => {
  app = await testApp();
  a = await fleetFixture(app, '写入公司');
  deviceId = a.deviceIds[0] ?? '';
  vehicleId = await a.addVehicle('沪A11111', { deviceId });
  bare = await a.addVehicle('沪A22222');
  queue = writtenCommands(app);
});
afterAll(() => app.close());
beforeEach(() => queue.begin());

const tell: typeof queue.tell = (state, params) => queue.tell(state, params);
const heard = () => queue.heard();
const last = async () => (await heard()).at(-1)?.command;
const rows = async (filter: object = {}) => (await a.post(`${api}/taskPage`, filter)).data.list;
const place = async (name: string, shape: object, more: object = {}): Promise<string> =>
  (await a.post('/api/base/manage/region/add', { kind: 'region', placeType: 8, name, shape, ...more })).data.id;

describe('writing into a terminal', () => {
  it('goes out once it is stored, and says how far it came', async () => {
    const { data } = await a.post(`${api}/send`, { content: 'text', text: '请到青浦装货', vehicleIds: [vehicleId] });
    expect(data).toMatchObject({ taskNo: expect.stringMatching(/^XR\d{12}$/u), count: 1 });
    expect(await heard()).toMatchObject([
      { deviceId, command: { kind: 'text', text: '请到青浦装货', urgent: false, speak: true } },
    ]);
    expect(await rows()).toMatchObject([
      { plateNo: '沪A11111', content: 'text', summary: '播报并显示：请到青浦装货', status: 5, tries: 0 },
    ]);
    await tell('sent');
    expect(await rows({ status: 1 })).toMatchObject([{ tries: 1 }]);
    await tell('done');
    expect(await rows({ plateNo: 'A111', content: 'text' })).toMatchObject([{ status: 2, answer: '通用应答：成功' }]);
    const { id } = (await rows())[0];
    expect((await a.post(`${api}/resend`, { ids: [id] })).data).toEqual([
      { id, name: '沪A11111', ok: false, msg: '状态为成功，不需要重发' },
    ]);
    const { list } = (await a.post('/api/base/manage/vehicle/changeHis', { id: vehicleId })).data;
    expect(list[0]).toMatchObject({
      action: '写入设备',
      changes: [{ label: '显示文本', after: '播报并显示：请到青浦装货' }],
    });
  });

  it('names the vehicles whose terminal would cut fuel and power by a text', async () => {
    const db = app.database.systemDb;
    const { id: modelId } = await db
      .insertInto('device_model')
      .values({ client_id: a.clientId, name: 'CUT-8', kind: 'terminal', cut_command: '8300:RELAY,1#' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db.updateTable('device').set({ model_id: modelId }).where('id', '=', deviceId).execute();
    const send = (text: string) => a.post(`${api}/send`, { content: 'text', text, vehicleIds: [vehicleId] });
    expect((await send('relay,1')).data.errors).toEqual([
      { field: 'vehicleIds', msg: '沪A11111：这是型号 CUT-8 的断油断电指令，请用“断油断电”下发' },
    ]);
    expect((await send('relay,2')).code).toBe(200);
  });

  it('writes the phone book of the cab, with numbers as a terminal dials them', async () => {
    const send = (more: object) =>
      a.post(`${api}/send`, { content: 'phoneBook', mode: 'replace', vehicleIds: [vehicleId], ...more });
    const contacts = [
      { name: '调度', number: '021-62345678' },
      { name: '周队长', number: '13816502213' },
    ];
    expect((await send({ contacts })).code).toBe(200);
    expect(await last()).toEqual({
      kind: 'phoneBook',
      mode: 'replace',
      contacts: [
        { name: '调度', number: '02162345678' },
        { name: '周队长', number: '13816502213' },
      ],
    });
    expect(await rows({ content: 'phoneBook' })).toMatchObject([{ summary: '全部换为 调度、周队长' }]);
    await tell('done');
    expect((await send({ contacts: [] })).data.errors).toEqual([{ field: 'contacts', msg: '请至少添加一个联系人' }]);
    expect((await send({ contacts: [{ name: '错', number: '12' }] })).code).toBe(4000);
  });

  it('writes the white list of drivers by their valid cards, and names those without one', async () => {
    const add = async (name: string, phone: string, card?: string): Promise<string> => {
      const { id } = (
        await a.post('/api/base/manage/driver/add', {
          ...{ name, phone, licenseClass: 'A2', licenseEnd: '2031-01-01' },
          emergencyPhone: '13900139000',
        })
      ).data;
      if (card) await a.post(`${api}/write`, { cardNo: card, cardType: 2, driverId: id });
      return id;
    };
    const zhou = await add('周强', '13800138101', '0A1B2C3D');
    const li = await add('李民', '13800138102', '0B1B2C3D');
    const bareDriver = await add('无卡人', '13800138103');
    const send = (more: object) =>
      a.post(`${api}/send`, { content: 'driverList', mode: 'append', vehicleIds: [vehicleId], ...more });
    expect((await send({ driverIds: [zhou, li] })).code).toBe(200);
    expect(await last()).toEqual({
      kind: 'driverList',
      mode: 'append',
      drivers: [
        { cardNo: '0B1B2C3D', name: '李民' },
        { cardNo: '0A1B2C3D', name: '周强' },
      ],
    });
    expect(await rows({ content: 'driverList' })).toMatchObject([{ summary: '追加 李民、周强' }]);
    await tell('done');
    const errorsOf = async (more: object) => (await send(more)).data.errors;
    const field = 'driverIds';
    expect(await errorsOf({ driverIds: [] })).toEqual([{ field, msg: '请选择司机' }]);
    expect(await errorsOf({ driverIds: [zhou, bareDriver] })).toEqual([
      { field, msg: '无卡人没有有效的司机卡，请先写卡' },
    ]);
    expect(await errorsOf({ driverIds: ['999999'] })).toEqual([{ field, msg: '选择的司机不存在或已删除' }]);
    // replaced by nobody, the list is emptied
    expect((await send({ mode: 'replace', driverIds: [] })).code).toBe(200);
    expect((await rows({ content: 'driverList' }))[0]).toMatchObject({ summary: '清空司机白名单' });
    await tell('done');
  });

  it('waits for a terminal that is not connected, and is sent when it comes', async () => {
    await a.post(`${api}/send`, { content: 'params', reportS: 30, speedLimitKmh: 90, vehicleIds: [vehicleId] });
    expect(await last()).toEqual({
      kind: 'params',
      values: [
        { id: 0x29, value: 30 },
        { id: 0x55, value: 90 },
      ],
    });
    expect((await rows())[0]).toMatchObject({ status: 5, answer: '终端离线，上线后自动下发', tries: 0 });
    await tell('sent');
    await tell('unsupported');
    const [row] = await rows();
    expect(row).toMatchObject({ status: 4, answer: '终端不支持该指令', tries: 1 });
    expect((await a.post(`${api}/resend`, { ids: [row.id] })).data).toMatchObject([{ ok: true }]);
    const [first, again] = await heard();
    expect(again).toEqual({ ...first, commandId: expect.any(String) });
    expect(again?.commandId).not.toBe(first?.commandId);
    // three days without the terminal
    await tell('expired');
    expect((await rows({ status: 6 }))[0]).toMatchObject({ id: row.id, answer: '有效期内终端没有上线，可重发' });
  });

  it('is taken back while it waits, here and in the history of commands, and is given again from both', async () => {
    await a.post(`${api}/send`, { content: 'text', text: '取消我', vehicleIds: [vehicleId] });
    const history = async () => (await a.post('/api/base/device/command/page', { vehicleId })).data.list[0];
    expect(await history()).toMatchObject({ kind: 'write', summary: '播报并显示：取消我', state: 0 });
    const [row] = await rows();
    expect((await a.post(`${api}/taskCancel`, { ids: [row.id] })).data).toEqual([
      { id: row.id, name: '沪A11111', ok: true, msg: '' },
    ]);
    expect((await rows())[0]).toMatchObject({ id: row.id, status: 8, answer: '下发前已取消' });
    expect((await a.post(`${api}/taskCancel`, { ids: [row.id, '999999'] })).data).toMatchObject([
      { ok: false, msg: expect.stringContaining('不能取消') },
      { ok: false, msg: '任务不存在或无权查看' },
    ]);
    const { id, state } = await history();
    expect(state).toBe(6);
    expect((await a.post('/api/base/device/command/retry', { ids: [id] })).data).toMatchObject([{ ok: true }]);
    expect((await rows())[0]).toMatchObject({ id: row.id, status: 5 });
    expect((await a.post('/api/base/device/command/cancel', { ids: [(await history()).id] })).data).toMatchObject([
      { ok: true },
    ]);
    expect((await rows())[0]).toMatchObject({ id: row.id, status: 8 });
    // who may not write may not take back either
    const looking = await a.user({ menus: ['writeDevice'], orgId: null });
    expect(await app.post(`${api}/taskCancel`, { ids: [row.id] }, looking.token)).toMatchObject({ code: 4003 });
  });

  it('says why it came to nothing as the history of commands does, and by its state when that is no longer kept', async () => {
    await a.post(`${api}/send`, { content: 'reset', vehicleIds: [vehicleId] });
    const [{ commandId = '' } = {}] = await heard();
    const db = app.database.systemDb;
    const ends = async (state: number, cause: string, attempts = 1) => {
      await db.updateTable('device_command').set({ state, cause, attempts }).where('id', '=', commandId).execute();
      const { answer } = (await rows())[0];
      return answer;
    };
    for (const [state, cause] of [
      [instructionSending.refused, 'unbound'],
      [instructionSending.refused, 'unfit'],
      [instructionSending.noAnswer, 'lost'],
      [instructionSending.noAnswer, 'noResult'],
    ] as const) {
      const words = await ends(state, cause);
      expect(words).toBe(commandCauses[cause]);
      expect((await a.post('/api/base/device/command/list', { ids: [commandId] })).data[0].answer).toBe(words);
    }
    expect(await ends(instructionSending.cancelled, '')).toBe('已取消，但此前发出过，不知道终端是否收到');
    await ends(instructionSending.refused, 'unfit');
    await db.deleteFrom('device_command').where('id', '=', commandId).execute();
    expect((await rows())[0]).toMatchObject({ status: 3, answer: '终端执行失败或消息有误' });
  });

  it('follows whichever of its commands is given again, also an older one', async () => {
    await a.post(`${api}/send`, { content: 'text', text: '再来', vehicleIds: [vehicleId] });
    await tell('silent');
    const [row] = await rows();
    const [first] = await heard();
    await a.post(`${api}/resend`, { ids: [row.id] });
    await tell('unsupported');
    expect((await rows())[0]).toMatchObject({ id: row.id, status: 4 });
    const again = await a.post('/api/base/device/command/retry', { ids: [first?.commandId] });
    expect(again.data).toMatchObject([{ ok: true }]);
    expect((await rows())[0]).toMatchObject({ id: row.id, status: 5 });
    await tell('done');
    expect((await rows())[0]).toMatchObject({ id: row.id, status: 2 });
  });

  it('clearing is repeated and taken back by who may clear only', async () => {
    await a.post(`${api}/clear`, { vehicleIds: [vehicleId] });
    const [{ commandId = '' } = {}] = await heard();
    const buttons = ['writeDevice/send', 'writeDevice/cancel'];
    const sender = await a.user({ menus: ['writeDevice', 'monitoring'], buttons });
    const command = async (verb: string) =>
      (await app.post(`/api/base/device/command/${verb}`, { ids: [commandId] }, sender.token)).data[0].msg;
    expect(await command('cancel')).toBe('没有下发该指令的权限');
    await tell('silent');
    expect(await command('retry')).toBe('没有下发该指令的权限');
    const [row] = await rows();
    expect((await app.post(`${api}/resend`, { ids: [row.id] }, sender.token)).data).toMatchObject([
      { ok: false, msg: '没有清除设备中的区域和线路的权限' },
    ]);
    expect((await a.post(`${api}/resend`, { ids: [row.id] })).data).toMatchObject([{ ok: true }]);
  });

  it('tells the parameters that the terminal has', async () => {
    await a.post(`${api}/send`, { content: 'readParams', vehicleIds: [vehicleId] });
    await tell('done', [
      { id: 0x29, hex: '0000001e' },
      { id: 0x84, hex: '02' },
    ]);
    expect((await rows())[0]).toMatchObject({ status: 2, answer: '缺省定位上报间隔 30s，0x0084=02' });
  });

  it('carries places as they are, lines with as many corners as a terminal holds', async () => {
    const circle = await place(
      '限速圆',
      { kind: 'circle', lng: 121.1, lat: 31.15, radiusM: 300 },
      { speedLimitKmh: 40 },
    );
    const box = await place('禁停框', { kind: 'rect', west: 121, south: 31, east: 121.1, north: 31.1 });
    const points = Array.from({ length: 2000 }, (_, i) => [121 + i / 2000, 31 + Math.sin(i / 20) / 50]);
    const line = await place('长线', { kind: 'line', points, halfWidthM: 200 }, { kind: 'line', placeType: 11 });
    await a.post(`${api}/send`, {
      content: 'places',
      placeIds: [circle, box, line],
      mode: 'replace',
      vehicleIds: [vehicleId],
    });
    const command = await last();
    if (command?.kind !== 'areas') throw new Error('no areas');
    expect(command).toMatchObject({
      mode: 'replace',
      circles: [{ id: Number(circle), name: '限速圆', limitKmh: 40, radiusM: 300 }],
      rects: [{ west: 121, south: 31, east: 121.1, north: 31.1, limitKmh: null }],
      polygons: [],
    });
    expect(command.lines[0]?.points.length).toBeGreaterThan(100);
    expect(command.lines[0]?.points.length).toBeLessThanOrEqual(500);
    expect((await rows())[0]).toMatchObject({ summary: '更新 限速圆、禁停框、长线' });
    await a.post(`${api}/clear`, { vehicleIds: [vehicleId] });
    expect(await last()).toEqual({ kind: 'clear', shapes: ['circles', 'rects', 'polygons', 'lines'] });
  });

  it('marks places that changed since the terminal got them, and writes the present form in place of the old one', async () => {
    const shape = { kind: 'circle', lng: 121.2, lat: 31.2, radiusM: 300 };
    const one = await place('会变的圆', shape, { speedLimitKmh: 40 });
    const two = await place('会删的圆', { ...shape, lng: 121.3 });
    await a.post(`${api}/send`, { content: 'places', placeIds: [one, two], mode: 'append', vehicleIds: [vehicleId] });
    await tell('done');
    const marked = () => rows({ outdated: 1 });
    expect(await marked()).toEqual([]);
    const fields = { kind: 'region', placeType: 8, name: '会变的圆', id: one };
    const edit = (version: number, more: object) =>
      a.post('/api/base/manage/region/update', { ...fields, shape, speedLimitKmh: 40, version, ...more });
    await edit(1, { color: '#E03428' });
    expect(await marked()).toEqual([]);
    await edit(2, { speedLimitKmh: 50 });
    expect(await marked()).toMatchObject([{ outdated: '会变的圆已变更' }]);
    await edit(3, { shape: { kind: 'rect', west: 121, south: 31, east: 121.1, north: 31.1 } });
    await a.post('/api/base/manage/region/del', { ids: [two] });
    const [row] = await marked();
    expect(row.outdated).toBe('会变的圆已变更、会删的圆已删除');
    expect((await a.post(`${api}/refresh`, { ids: [row.id] })).data).toMatchObject([{ ok: true }]);
    expect(await last()).toMatchObject({
      kind: 'areas',
      mode: 'append',
      remove: { circles: [Number(one), Number(two)] },
      circles: [],
      rects: [{ id: Number(one), east: 121.1 }],
    });
    // until the terminal has it, the old line stays marked
    expect(await marked()).toHaveLength(1);
    await tell('done');
    expect(await marked()).toEqual([]);
    expect((await rows())[0]).toMatchObject({ summary: '更新 会变的圆；删除 会删的圆', outdated: '' });
    expect((await a.post(`${api}/refresh`, { ids: [row.id] })).data).toMatchObject([
      { ok: false, msg: '设备中的区域和线路没有变更，不需要更新' },
    ]);
  });

  it('writes the pieces of a line with their limits and times, at corners where they begin', async () => {
    const shape = {
      kind: 'line',
      points: [
        [121, 31],
        [121.4, 31],
      ],
      halfWidthM: 100,
    };
    const segments = [
      { fromKm: 0, toKm: 10, speedLimitKmh: 60, atLeastMin: 8, atMostMin: 20.5 },
      { fromKm: 20, toKm: 30, atMostMin: 15 },
    ];
    const more = { kind: 'line', placeType: 11, speedLimitKmh: 80, segments };
    const line = await place('分段线路', shape, more);
    await a.post(`${api}/send`, { content: 'places', placeIds: [line], vehicleIds: [vehicleId] });
    const none = { atLeastS: null, atMostS: null };
    const command = await last();
    expect(command).toMatchObject({
      lines: [
        {
          sections: [
            { fromPoint: 0, limitKmh: 60, atLeastS: 480, atMostS: 1230 },
            { fromPoint: 1, limitKmh: 80, ...none },
            { fromPoint: 2, limitKmh: 80, atLeastS: null, atMostS: 900 },
            { fromPoint: 3, limitKmh: 80, ...none },
          ],
        },
      ],
    });
    const corners =
      command?.kind === 'areas' ? command.lines[0]?.points.map(([lng]) => Math.round(lng * 100) / 100) : [];
    expect(corners).toEqual([121, 121.1, 121.21, 121.31, 121.4]);
    await tell('done');
    const [row] = await rows();
    const edit = { ...more, name: '分段线路', shape, id: line, version: 1, segments: segments.slice(0, 1) };
    expect(await a.post('/api/base/manage/region/update', edit)).toMatchObject({ code: 200 });
    expect(await rows({ outdated: 1 })).toMatchObject([{ id: row.id, outdated: '分段线路已变更' }]);
  });

  it('says what is missing, at its field', async () => {
    const errors = async (body: object) =>
      (await a.post(`${api}/send`, { vehicleIds: [vehicleId], ...body })).data.errors;
    expect(await errors({ content: 'text' })).toEqual([{ field: 'text', msg: '请输入要显示的文本' }]);
    expect(await errors({ content: 'places' })).toEqual([{ field: 'placeIds', msg: '请选择区域、站点或电子线路' }]);
    expect(await errors({ content: 'params' })).toEqual([{ field: 'heartbeatS', msg: '请至少填写一项参数' }]);
    expect(await errors({ content: 'params', reportS: 2 })).toMatchObject([
      { field: 'reportS', msg: '应在5~3600s之间' },
    ]);
    expect(await errors({ content: 'reset', vehicleIds: [bare] })).toEqual([
      { field: 'vehicleIds', msg: '沪A22222没有绑定终端' },
    ]);
    const district = await place('徐汇', { kind: 'district', adcode: '310104' });
    expect(await errors({ content: 'places', placeIds: [district] })).toEqual([
      { field: 'placeIds', msg: '徐汇是行政区，终端不能保存行政区，请改画多边形' },
    ]);
  });

  it('is for who may control the vehicle', async () => {
    const rights = { menus: ['writeDevice'], buttons: ['writeDevice/send', 'writeDevice/clear'] };
    const looking = await a.user({ ...rights, orgId: null });
    await app.database.systemDb
      .insertInto('resource_auth')
      .values({
        client_id: a.clientId,
        resource_kind: 'vehicle',
        resource_id: vehicleId,
        user_id: looking.userId,
        rights: ['view'],
      })
      .execute();
    const send = (token: string) => app.post(`${api}/send`, { content: 'reset', vehicleIds: [vehicleId] }, token);
    expect((await send(looking.token)).data.errors).toEqual([{ field: 'vehicleIds', msg: '沪A11111没有控制权限' }]);
    const other = await fleetFixture(app, '别家写入');
    expect(await send(other.token)).toMatchObject({ code: 4004 });
    expect((await other.post(`${api}/taskPage`, {})).data.total).toBe(0);
    expect(await heard()).toEqual([]);
  });
});

describe('下发终端: an alarm rule', () => {
  const rule = (path: string, body: object) => a.post(`/api/alarm/rule/${path}`, body);
  it('goes into the terminals of its vehicles, each answer beside its vehicle; who has a rule of his own keeps that', async () => {
    const add = async (body: object): Promise<string> => (await rule('add', { level: 2, scope: 1, ...body })).data.id;
    const id = await add({ name: '全公司限速', kind: 'speed', params: { limitKmh: 90, durationS: 30 } });
    expect((await rule('issueResult', { id })).data).toEqual({
      what: '最高速度 90km/h，超速持续 30s',
      why: '',
      // the terminal has never been heard of
      ...{ vehicles: 1, offline: 1 },
      left: [{ why: '没有绑定终端', count: 1, plateNos: ['沪A22222'] }],
      rows: [],
    });
    const { systemDb } = app.database;
    await systemDb.updateTable('device').set({ last_seen_at: new Date() }).where('id', '=', deviceId).execute();
    expect((await rule('issueResult', { id })).data).toMatchObject({ vehicles: 1, offline: 0 });
    const { data } = await rule('issue', { id });
    expect(data).toEqual({
      count: 1,
      taskNos: [expect.stringMatching(/^XR\d{12}$/u)],
      refused: [{ vehicleId: bare, plateNo: '沪A22222', msg: '没有绑定终端' }],
    });
    const values = [
      { id: 0x55, value: 90 },
      { id: 0x56, value: 30 },
    ];
    expect(await heard()).toMatchObject([{ deviceId, command: { kind: 'params', values } }]);
    await tell('done');
    expect((await rule('issueResult', { id })).data.rows).toMatchObject([
      {
        vehicleId,
        plateNo: '沪A11111',
        taskNo: data.taskNos[0],
        status: 2,
        summary: expect.stringContaining('全公司限速'),
        answer: '通用应答：成功',
      },
    ]);
    // with the time of the answer, once a gateway has written it down
    await systemDb
      .updateTable('device_command')
      .set({ answered_at: new Date('2026-06-01T04:00:03Z') })
      .where('id', '=', (await heard()).at(-1)?.commandId ?? '')
      .execute();
    expect((await rule('issueResult', { id })).data.rows[0].answer).toBe('通用应答：成功（06-01 12:00:03）');
    const issued = async () =>
      (await rule('page', { name: '全公司限速' })).data.list.map((r: { issued: unknown }) => r.issued);
    expect(await issued()).toEqual([{ sent: 1, done: 1 }]);
    const [change] = (await rule('changeHis', { id, page: 1, size: 10 })).data.list;
    expect(change).toMatchObject({
      action: '下发终端',
      changes: [{ after: '1 台终端：最高速度 90km/h，超速持续 30s' }],
    });

    const own = await add({
      name: '单车限速',
      kind: 'speed',
      scope: 3,
      targetIds: [vehicleId],
      params: { limitKmh: 70 },
    });
    expect((await rule('issue', { id })).data).toMatchObject({
      count: 0,
      refused: [{ plateNo: '沪A22222' }, { plateNo: '沪A11111', msg: '以范围更小的规则“单车限速”为准' }],
    });
    expect((await rule('issue', { id: own })).data).toMatchObject({ count: 1, refused: [] });
    const rest = await add({ name: '疲劳', kind: 'fatigue', params: {} });
    await rule('issue', { id: rest });
    expect(await last()).toEqual({
      kind: 'params',
      values: [
        { id: 0x57, value: 14_400 },
        { id: 0x58, value: 28_800 },
        { id: 0x59, value: 1200 },
      ],
    });
    const safety = await add({
      name: '主动安全',
      kind: 'safety',
      params: {
        types: [
          { type: 180, minKmh: 50, videoS: 10 },
          { type: 182, minKmh: 40, photos: 3, photoPause: 2 },
          { type: 186, minKmh: 0 },
          { type: 184, minKmh: 0 },
        ],
        sensitivity: 'high',
        gradeKmh: 70,
        volume: 6,
      },
    });
    await rule('issue', { id: safety });
    const graded = { forwardSpeed: 70, distanceSpeed: 70 };
    const kept = { forwardVideo: 10, distancePhotos: 3, distancePhotoPause: 2 };
    expect(await last()).toEqual({
      kind: 'params',
      values: [
        {
          id: 0xf364,
          fields: { speedThreshold: 40, volume: 6, forwardTime: 35, distanceTime: 20, ...graded, ...kept },
        },
        { id: 0xf365, fields: { speedThreshold: 0, volume: 6, fatigueSpeed: 70 } },
        { id: 0xf367, fields: { rearTime: 5, sideTime: 5 } },
      ],
    });
    expect((await rule('issueResult', { id: safety })).data.what).toBe(
      '前方摄像头 判断车速40km/h、音量6级、二级70km/h、灵敏度高、前向碰撞 录像10秒、车距过近 照片3张 间隔0.2秒，驾驶员摄像头 判断车速0km/h、音量6级、二级70km/h，盲区监测 灵敏度高',
    );
    const tyres = await add({
      ...{ name: '胎压', kind: 'fault' },
      params: { faults: ['tyre'], tyreNormalKpa: 830, tyreLowKpa: 700, tyreHighKpa: 950, tyreHighC: 90 },
    });
    await rule('issue', { id: tyres });
    const pressures = { pressureUnit: 2, normalPressure: 830, lowPressure: 700, highPressure: 950 };
    expect(await last()).toEqual({
      kind: 'params',
      values: [{ id: 0xf366, fields: { ...pressures, highTemperature: 90 } }],
    });
    expect((await rule('issueResult', { id: tyres })).data.what).toBe('胎压 700-950kPa（标准830kPa）、胎温上限 90℃');
    const voltage = await add({ ...{ name: '只看电压', kind: 'fault' }, params: { faults: ['lowVoltage'] } });
    expect(await rule('issue', { id: voltage })).toMatchObject({
      code: 4011,
      msg: expect.stringContaining('终端只能自行判断胎压和胎温'),
    });
    await rule('del', { ids: [tyres, voltage] });
    // a terminal whose model has no camera is not told what cameras do, unless the vehicle itself has some
    const model = await systemDb
      .insertInto('device_model')
      .values({ client_id: a.clientId, name: '无摄像头', kind: 'terminal' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await systemDb.updateTable('device').set({ model_id: model.id }).where('id', '=', deviceId).execute();
    // 0 is what every model begins with: it says something where the company enters cameras at all
    expect((await rule('issue', { id: safety })).data).toMatchObject({ count: 1 });
    await systemDb
      .insertInto('device_model')
      .values({ client_id: a.clientId, name: '四路摄像头', kind: 'terminal', camera_count: 4 })
      .execute();
    expect((await rule('issue', { id: safety })).data).toMatchObject({
      count: 0,
      refused: [{ plateNo: '沪A22222' }, { plateNo: '沪A11111', msg: '终端型号没有摄像头' }],
    });
    // why nobody is left is said before anything is sent
    expect((await rule('issueResult', { id: safety })).data).toMatchObject({
      ...{ vehicles: 0, offline: 0 },
      left: [
        { why: '没有绑定终端', count: 1, plateNos: ['沪A22222'] },
        { why: '终端型号没有摄像头', count: 1, plateNos: ['沪A11111'] },
      ],
    });
    const one = await add({
      ...{ name: '只有这辆', kind: 'safety', scope: 3, targetIds: [vehicleId] },
      params: { types: [{ type: 188, minKmh: 40 }] },
    });
    expect(await rule('issue', { id: one })).toMatchObject({
      code: 4011,
      msg: '没有可以下发的车辆：1 辆终端型号没有摄像头',
    });
    await systemDb.updateTable('vehicle').set({ camera_count: 2 }).where('id', '=', vehicleId).execute();
    await rule('del', { ids: [one] });
    expect((await rule('issue', { id: safety })).data).toMatchObject({ count: 1 });
    const platform = await add({ name: '其他', kind: 'safety', params: { types: [{ type: -1, minKmh: 0 }] } });
    expect((await rule('issue', { id: platform })).msg).toContain('设置灵敏度后才有可以写入终端的内容');
    const circle = { kind: 'circle', lng: 121.4, lat: 31.2, radiusM: 300 };
    const fence = await place('禁停圈', circle);
    const zone = await add({ name: '区域', kind: 'zone', params: { placeIds: [fence], trigger: 'enter' } });
    await rule('issue', { id: zone });
    expect(await last()).toMatchObject({
      kind: 'areas',
      mode: 'append',
      circles: [{ id: Number(fence), radiusM: 300 }],
    });
  });

  it('says what stands against it', async () => {
    const idle = (await rule('add', { name: '怠速', kind: 'idle', level: 1, scope: 1, params: { minutes: 30 } })).data
      .id;
    expect((await rule('issue', { id: idle })).msg).toContain('由平台判断');
    const off = (
      await rule('add', { name: '停着', kind: 'parking', level: 1, scope: 1, enabled: false, params: { minutes: 30 } })
    ).data.id;
    expect((await rule('issue', { id: off })).msg).toContain('请先启用');
    expect((await rule('issueResult', { id: off })).data).toMatchObject({
      what: '最长停车 30分钟',
      why: '规则已停用，请先启用',
    });
    expect(await heard()).toEqual([]);
  });
});
