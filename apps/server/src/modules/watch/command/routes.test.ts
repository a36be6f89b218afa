import type { Topics } from '@tongda/contract/core/topics';
import { instructionSending } from '@tongda/contract/resources/device/enums';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FleetFixture, fleetFixture } from '../../../../test/fleet-fixture';
import { type TestApp, testApp } from '../../../../test/test-app';

const api = '/api/base/device/command';
let app: TestApp;
let a: FleetFixture;
let vehicleId: string;
let bare: string;
const changed: Array<Topics['commandChanged']> = [];

beforeAll(async () => {
  app = await testApp();
  a = await fleetFixture(app, '指令公司');
  vehicleId = await a.addVehicle('沪A11111', { deviceId: a.deviceIds[0] });
  bare = await a.addVehicle('沪A22222');
  app.bus.subscribe('commandChanged', (change) => void changed.push(change));
});
afterAll(() => app.close());

const rows = async (filter: object = {}) => (await a.post(`${api}/page`, filter)).data.list;
const end = (id: string, state: number, cause: string) =>
  app.database.systemDb
    .updateTable('device_command')
    .set({ state, cause, ended_at: new Date() })
    .where('id', '=', id)
    .execute();

it('waits in the queue with who gave it and stands in the history of the vehicle', async () => {
  const { data } = await a.post(`${api}/text`, { vehicleIds: [vehicleId, bare], text: '请到青浦装货', urgent: true });
  expect(data).toEqual([
    { id: vehicleId, name: '沪A11111', ok: true, msg: '', commandId: expect.any(String) },
    { id: bare, name: '沪A22222', ok: false, msg: '没有绑定终端', commandId: null },
  ]);
  expect(await rows({ vehicleId })).toMatchObject([
    {
      id: data[0].commandId,
      batchNo: expect.stringMatching(/^ZL\d{11}$/u),
      kind: 'text',
      summary: '紧急，播报并显示：请到青浦装货',
      state: instructionSending.queued,
      answer: '等待下发，终端离线时上线后自动下发',
      tries: 0,
    },
  ]);
  const { list } = (await a.post('/api/base/manage/vehicle/changeHis', { id: vehicleId })).data;
  expect(list[0]).toMatchObject({ action: '下发指令', changes: [{ label: '下发文本' }] });
  // the same again is one command
  const again = await a.post(`${api}/text`, { vehicleIds: [vehicleId], text: '请到青浦装货', urgent: true });
  expect(again.data[0]).toMatchObject({ ok: false, msg: '相同的指令正在等待下发' });
});

it('is taken back while it waits, and given again when it came to nothing', async () => {
  const [{ commandId: id }] = (await a.post(`${api}/locate`, { vehicleIds: [vehicleId] })).data;
  expect((await a.post(`${api}/retry`, { ids: [id] })).data).toMatchObject([
    { ok: false, msg: '状态为待下发，不需要重发' },
  ]);
  expect((await a.post(`${api}/cancel`, { ids: [id] })).data).toEqual([{ id, name: '沪A11111', ok: true, msg: '' }]);
  expect(changed.at(-1)).toMatchObject({ commandId: id, vehicleId, userId: a.userId });
  expect((await a.post(`${api}/cancel`, { ids: [id] })).data).toMatchObject([{ ok: false, msg: '已经下发，不能取消' }]);
  await end(id, instructionSending.noAnswer, 'silent');
  expect((await a.post(`${api}/list`, { ids: [id] })).data).toMatchObject([{ answer: '终端没有应答，可重发' }]);
  const [line] = (await a.post(`${api}/retry`, { ids: [id] })).data;
  expect(line).toMatchObject({ id, ok: true });
  const next = await app.database.systemDb
    .selectFrom('device_command')
    .select(['retry_of', 'state', 'kind'])
    .where('id', '=', line.commandId)
    .executeTakeFirstOrThrow();
  expect(next).toEqual({ retry_of: id, state: instructionSending.queued, kind: 'locate' });
});

it('refuses what terminals cannot show, naming the field', async () => {
  const wrong = await a.post(`${api}/text`, { vehicleIds: [vehicleId], text: '注意🚚' });
  expect(wrong).toMatchObject({ code: 4000, data: { errors: [{ field: 'text' }] } });
  const silent = await a.post(`${api}/text`, { vehicleIds: [vehicleId], text: 'x', show: false, speak: false });
  expect(silent.data.errors).toEqual([{ field: 'show', msg: '请选择终端显示或语音播报' }]);
});

it('each kind takes its right, and what others may not do they cannot repeat or take back', async () => {
  const looks = await a.user({ menus: ['monitoring'] });
  const asks = await a.user({ menus: ['monitoring'], buttons: ['location/query'] });
  const text = { vehicleIds: [vehicleId], text: '不许' };
  expect((await app.post(`${api}/text`, text, looks.token)).code).toBe(4003);
  expect((await app.post(`${api}/text`, text, asks.token)).code).toBe(4003);
  const [{ id }] = await rows({ kind: 'text' });
  expect((await app.post(`${api}/cancel`, { ids: [id] }, asks.token)).data).toMatchObject([{ ok: false }]);
  const other = await fleetFixture(app, '别家公司');
  expect((await other.post(`${api}/text`, text)).code).toBe(4004);
  expect((await other.post(`${api}/list`, { ids: [id] })).data).toEqual([]);
  expect((await other.post(`${api}/cancel`, { ids: [id] })).data).toMatchObject([
    { ok: false, msg: '指令不存在或无权查看' },
  ]);
});

it('says in words what goes out and what came back, numbers of people masked', async () => {
  const words = async (path: string, input: object) => {
    const answer = await a.post(`${api}/${path}`, { vehicleIds: [vehicleId], ...input });
    expect(answer.code, answer.msg).toBe(200);
    return (await a.post(`${api}/list`, { ids: [answer.data[0].commandId] })).data[0].summary;
  };
  expect(await words('track', { intervalS: 10, minutes: 30 })).toBe('每10秒上报一次，持续30分钟');
  expect(await words('readParams', {})).toBe('读取全部参数');
  expect(
    await words('setParams', {
      values: [
        { key: 'overspeedWarning', value: 5 },
        { key: 'report', value: 30 },
      ],
    }),
  ).toBe('缺省定位上报间隔 30秒，超速预警差值 5 km/h');
  expect(await words('confirmAlarms', { bits: [0, 20] })).toBe('确认 紧急报警、进出区域');
  expect(await words('doors', { lock: true, reason: '司机离车' })).toBe('锁闭车门');
  expect(await words('call', { number: '13816502213' })).toBe('终端拨打 138****2213');
  expect(await words('raw', { type: 'f0', hex: '01 a0', reason: '调试' })).toBe('类型 F0，数据 01A0');
  const rows = await app.database.systemDb.selectFrom('device_command').select(['kind', 'params']).execute();
  const params = new Map(rows.map((row) => [row.kind, row.params]));
  expect(params.get('setParams')).toMatchObject({
    values: [
      { id: 0x29, hex: '0000001e' },
      { id: 0x5b, hex: '0032' },
    ],
  });
  expect(params.get('confirmAlarms')).toMatchObject({ alarmBits: 1 + 2 ** 20 });
  expect(params.get('raw')).toMatchObject({ type: 0xf0, hex: '01a0' });
  for (const [path, input, msg] of [
    ['setParams', { values: [{ key: 'speedLimit', value: 500 }] }, '最高速度应为20~160km/h'],
    ['doors', { lock: true }, '请输入原因'],
    ['track', { intervalS: 2, minutes: 30 }, '上报间隔至少5秒'],
    ['raw', { type: 'F0', hex: '01A', reason: '调试' }, '数据应为十六进制，两位一个字节'],
  ] as const) {
    const refused = await a.post(`${api}/${path}`, { vehicleIds: [vehicleId], ...input });
    expect(refused.data.errors?.[0]?.msg, path).toBe(msg);
  }
});

it('an answer is read in words', async () => {
  const [{ commandId: id }] = (await a.post(`${api}/readParams`, { vehicleIds: [vehicleId], ids: [0x29] })).data;
  const params = [
    { id: 0x29, hex: '0000001e' },
    { id: 0x5b, hex: '0032' },
    { id: 0x83, hex: 'bba641313233343500' },
    { id: 0x10, hex: '636d6e6574' },
    { id: 0x12, hex: '736563726574' },
    { id: 0x31, hex: '00c8' },
    { id: 0xf367, hex: '0305' },
    { id: 0xff01, hex: 'ff01' },
  ];
  await app.database.systemDb
    .updateTable('device_command')
    .set({ state: instructionSending.done, answer: JSON.stringify({ params }) })
    .where('id', '=', id)
    .execute();
  const [row] = (await a.post(`${api}/list`, { ids: [id] })).data;
  expect(row.answer).toBe(
    '缺省定位上报间隔 30秒，超速预警差值 5 km/h，机动车号牌 沪A12345，' +
      '主服务器APN cmnet，主服务器无线通信拨号密码 ******，电子围栏半径（非法位移阈值） 200 m，' +
      '盲区监测系统参数（后方接近报警时间阈值 3 s、侧后方接近报警时间阈值 5 s），0xFF01=ff01',
  );
});

it.each([
  [
    {
      inserted: true,
      time: Date.UTC(2026, 10, 28, 1),
      result: 0,
      name: '王建军',
      authority: '上海市',
      validUntil: '2028-01-01',
    },
    '司机 王建军，插卡时间 2026-11-28 09:00:00，发证机构 上海市，从业资格证有效期至 2028-01-01',
  ],
  [{ inserted: true, time: null, result: 2, name: '', authority: '', validUntil: null }, '读卡失败：卡片已锁定'],
  [
    { inserted: false, time: Date.UTC(2026, 10, 28, 1), result: null, name: '', authority: '', validUntil: null },
    '没有插卡（2026-11-28 09:00:00）',
  ],
])('the card of a driver is read in words %#', async (answer, words) => {
  const [{ commandId: id }] = (await a.post(`${api}/driverCard`, { vehicleIds: [vehicleId] })).data;
  await app.database.systemDb
    .updateTable('device_command')
    .set({ state: instructionSending.done, answer: JSON.stringify(answer) })
    .where('id', '=', id)
    .execute();
  expect((await a.post(`${api}/list`, { ids: [id] })).data[0].answer).toBe(words);
});

it('cuts off a standing vehicle only, by the way of its model, when the plate was typed', async () => {
  const db = app.database.systemDb;
  const cut = (more: object = {}) =>
    a.post(`${api}/cut`, { vehicleId, reason: '欠费失联', plateNo: '沪A11111', ...more });
  expect(await cut({ plateNo: '沪A99999' })).toMatchObject({ code: 4000, msg: '车牌号与车辆不一致' });
  expect(await cut()).toMatchObject({
    code: 4011,
    msg: '沪A11111 的终端没有登记型号，请先在“车载设备”的设备型号中填写',
  });
  const model = { name: 'C1', kind: 'terminal', protocol: 'JT808-2013', itemProfile: 'gps51' };
  const bad = await a.post('/api/base/manage/deviceModel/add', { ...model, cutCommand: 'relay' });
  expect(bad.data.errors).toEqual([
    {
      field: 'cutCommand',
      msg: '格式应为 8105:F0、8300:RELAY,1#、8500:F001:01、8500:02、8103:F030:01、8900:F0:0102 或 A006:1',
    },
  ]);
  const { data } = await a.post('/api/base/manage/deviceModel/add', { ...model, cutCommand: '8900:F0:0102' });
  await db
    .updateTable('device')
    .set({ model_id: data.id })
    .where('id', '=', a.deviceIds[0] ?? '')
    .execute();
  expect(await cut()).toMatchObject({ code: 4011, msg: '最近5分钟没有定位和车速，不能断油断电' });
  const state = (speedKmh: number) =>
    db
      .insertInto('device_state')
      .values({
        vehicle_id: vehicleId,
        client_id: a.clientId,
        device_id: a.deviceIds[0] ?? '',
        device_time: new Date(),
        live: JSON.stringify({ speedKmh }),
        stream: '{}',
      })
      .onConflict((c) => c.column('vehicle_id').doUpdateSet({ live: JSON.stringify({ speedKmh }) }))
      .execute();
  await state(42.4);
  expect(await cut()).toMatchObject({ code: 4011, msg: '当前车速 42 km/h，低于 20 km/h 才能断油断电' });
  await state(3);
  expect((await a.post(`${api}/restore`, { vehicleId, reason: '已缴费' })).msg).toBe(
    '型号 C1 没有配置恢复油电指令，请先在“车载设备”的设备型号中填写',
  );
  const [line] = (await cut()).data;
  expect(line).toMatchObject({ ok: true });
  const row = await db
    .selectFrom('device_command')
    .select(['params', 'reason'])
    .where('id', '=', line.commandId)
    .executeTakeFirstOrThrow();
  expect(row).toEqual({
    params: { kind: 'cut', way: { by: 'raw', type: 0xf0, hex: '0102' } },
    reason: '欠费失联',
  });
  await end(line.commandId, instructionSending.noAnswer, 'silent');
  expect((await a.post(`${api}/retry`, { ids: [line.commandId] })).data).toMatchObject([
    { ok: false, msg: '断油断电不能重发，请重新确认后下发' },
  ]);
});

it('a text, or bytes, by which a model cuts off goes to none of its terminals: the rules of a cut hold', async () => {
  const db = app.database.systemDb;
  const model = { name: 'C2', kind: 'terminal', protocol: 'JT808-2013', itemProfile: 'gps51' };
  const ways = { cutCommand: '8300:RELAY,1#', restoreCommand: '8900:F0:0A02' };
  const { data } = await a.post('/api/base/manage/deviceModel/add', { ...model, ...ways });
  const device = { id: a.deviceIds[0] ?? '' };
  const before = await db.selectFrom('device').select('model_id').where('id', '=', device.id).executeTakeFirstOrThrow();
  const mount = (model_id: string | null) =>
    db.updateTable('device').set({ model_id }).where('id', '=', device.id).execute();
  await mount(data.id);
  const one = { vehicleIds: [vehicleId], reason: '调试' };
  const cut = '这是型号 C2 的断油断电指令，请用“断油断电”下发';
  for (const text of ['RELAY,1#', ' relay, 1# ', 'Relay,1'])
    expect((await a.post(`${api}/text`, { ...one, text })).data).toMatchObject([
      { ok: false, msg: cut, commandId: null },
    ]);
  expect((await a.post(`${api}/raw`, { ...one, type: 'f0', hex: '0a 02' })).data).toMatchObject([
    { ok: false, msg: '这是型号 C2 的恢复油电指令，请用“恢复油电”下发' },
  ]);
  expect((await a.post(`${api}/text`, { ...one, text: 'RELAY,2#' })).data).toMatchObject([{ ok: true }]);
  // one that waited before the model had the command is not given again either
  const [{ commandId }] = (await a.post(`${api}/text`, { ...one, text: 'STOP#' })).data;
  await end(commandId, instructionSending.noAnswer, 'silent');
  await db.updateTable('device_model').set({ cut_command: '8300:STOP#' }).where('id', '=', data.id).execute();
  expect((await a.post(`${api}/retry`, { ids: [commandId] })).data).toMatchObject([{ ok: false, msg: cut }]);
  // nor as a task of 写入设备
  const written = { content: 'text', vehicleIds: [vehicleId], text: 'stop#' };
  expect((await a.post('/api/base/manage/writeDevice/send', written)).data.errors).toEqual([
    { field: 'vehicleIds', msg: `沪A11111：${cut}` },
  ]);
  await mount(before.model_id);
});

it('the provider sends to terminals of any company by their numbers, and sees all commands', async () => {
  const db = app.database.systemDb;
  const staff = await app.company('平台方');
  await db.updateTable('client').set({ kind: 'provider' }).where('id', '=', staff.clientId).execute();
  const { data: login } = await app.login(staff.account, 'Test@2026');
  const post = (path: string, body: object) => app.post(`/api/base/instruct/${path}`, body, login.access_token);
  const terminals = await db
    .selectFrom('device')
    .select(['id', 'terminal_no'])
    .where('id', 'in', a.deviceIds)
    .execute();
  const [mounted, stock] = [0, 1].map((i) => terminals.find(({ id }) => id === a.deviceIds[i])?.terminal_no ?? '');
  const order = { terminalNos: [mounted, stock, 'NO-SUCH'], kind: 'restart', reason: '固件异常' };
  expect((await post('send', order)).data).toEqual([
    { terminalNo: mounted, plateNo: '沪A11111', ok: true, msg: '' },
    { terminalNo: stock, plateNo: '', ok: true, msg: '' },
    { terminalNo: 'NO-SUCH', plateNo: '', ok: false, msg: '没有这台终端' },
  ]);
  // recorders by their own numbers, of which zeros are a part, or by those of their terminals, with zeros or without
  const { id: portableId } = await db
    .insertInto('portable_device')
    .values({ client_id: a.clientId, device_no: '0012', phone_key: '19900000012' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const checked = async (...terminalNos: string[]) => (await post('check', { ...order, terminalNos })).data;
  expect((await checked('0012', '019900000012', '19900000012')).refused).toEqual([]);
  expect((await checked('12', '00012', '000000000012')).refused).toEqual(
    ['12', '00012', '000000000012'].map((terminalNo) => ({ terminalNo, plateNo: '', ok: false, msg: '没有这台终端' })),
  );
  expect((await checked((mounted ?? '').replace(/^0+/u, ''))).refused).toEqual([]);
  await db.deleteFrom('portable_device').where('id', '=', portableId).execute();
  expect((await post('send', { ...order, kind: 'text' })).data.errors).toEqual([{ field: 'text', msg: '请输入文本' }]);
  expect((await post('send', { ...order, kind: 'cut' })).code).toBe(4000);
  // one in stock is nobody's vehicle: it stands in the history of the terminal, and the company's lists of vehicles do not have it
  const inStock = (await post('page', { terminal: stock, kind: 'restart' })).data.list;
  expect(inStock).toMatchObject([
    { clientName: '指令公司', vehicleId: null, plateNo: '', terminalNo: stock, state: 0 },
  ]);
  const { data: history } = await a.post('/api/base/manage/device/changeHis', { id: a.deviceIds[1] });
  expect(history.list[0]).toMatchObject({ action: '下发指令' });
  expect(await rows({ kind: 'restart' })).not.toContainEqual(expect.objectContaining({ id: inStock[0].id }));
  expect((await post('cancel', { ids: [inStock[0].id] })).data).toMatchObject([{ ok: true }]);
  const { list } = (await post('page', { terminal: mounted, kind: 'restart' })).data;
  expect(list).toMatchObject([{ clientName: '指令公司', plateNo: '沪A11111', state: instructionSending.queued }]);
  // the company sees it among its own, and in the history of the vehicle
  expect(await rows({ vehicleId, kind: 'restart' })).toMatchObject([{ id: list[0].id, reason: '固件异常' }]);
  expect((await post('cancel', { ids: [list[0].id] })).data).toMatchObject([{ ok: true }]);
  expect((await post('retry', { ids: [list[0].id] })).data).toMatchObject([
    { ok: true, commandId: expect.any(String) },
  ]);
  // once it is mounted nothing that was meant for the bench is let out or repeated
  const bench = inStock[0].id;
  const set = (values: object) => db.updateTable('device_command').set(values).where('id', '=', bench).execute();
  await a.addVehicle('沪A44444', { deviceId: a.deviceIds[1] });
  const mountedNow = { ok: false, msg: '终端已装到车上，请重新下发' };
  expect((await post('retry', { ids: [bench] })).data).toMatchObject([mountedNow]);
  await set({ state: instructionSending.review, created_by: a.userId });
  expect((await post('approve', { ids: [bench], pass: true })).data).toMatchObject([mountedNow]);
  expect((await post('approve', { ids: [bench], pass: false })).data).toMatchObject([{ ok: true }]);
  await db
    .deleteFrom('device_binding')
    .where('device_id', '=', a.deviceIds[1] ?? '')
    .execute();
  await db
    .updateTable('device')
    .set({ deleted_at: new Date() })
    .where('id', '=', a.deviceIds[1] ?? '')
    .execute();
  expect((await post('retry', { ids: [bench] })).data).toMatchObject([{ ok: false, msg: '终端已删除' }]);
  await db
    .updateTable('device')
    .set({ deleted_at: null })
    .where('id', '=', a.deviceIds[1] ?? '')
    .execute();
  const cut = await db.selectFrom('device_command').select('id').where('kind', '=', 'cut').executeTakeFirstOrThrow();
  expect((await post('retry', { ids: [cut.id] })).data).toMatchObject([{ msg: '这种指令只能由企业自己下发' }]);
});

it('a terminal restarts only for who proved lately who he is', async () => {
  const other = await a.addVehicle('沪A33333', { deviceId: a.deviceIds[1] });
  const order = { vehicleIds: [other], reason: '固件异常' };
  const set = (proved: Date | null) =>
    app.database.systemDb
      .updateTable('auth_session')
      .set({ proved_at: proved })
      .where('user_id', '=', a.userId)
      .execute();
  await set(null);
  expect(await a.post(`${api}/restart`, order)).toMatchObject({
    code: 4012,
    msg: '重启终端，请输入您的登录密码确认',
  });
  await set(new Date());
  const { data } = await a.post(`${api}/restart`, order);
  expect(data).toMatchObject([{ ok: true }]);
});

it('asks the driver, and for what a terminal has in its memory, in words both ways', async () => {
  const given = async (path: string, input: object) => {
    const answer = await a.post(`${api}/${path}`, { vehicleIds: [vehicleId], ...input });
    expect(answer.code, answer.msg).toBe(200);
    return answer.data[0].commandId as string;
  };
  const rowOf = async (id: string, told?: object) => {
    if (told)
      await app.database.systemDb
        .updateTable('device_command')
        .set({ state: instructionSending.done, answer: JSON.stringify(told) })
        .where('id', '=', id)
        .execute();
    return (await a.post(`${api}/list`, { ids: [id] })).data[0];
  };
  const question = await given('question', { text: '能否再装一车？', answers: ['能', '不能'] });
  expect(await rowOf(question, { answerId: 2 })).toMatchObject({
    summary: '能否再装一车？（能 / 不能）',
    answer: '司机选择：不能',
  });
  expect(await rowOf(await given('events', { events: [{ id: 1, text: '堵车' }] }))).toMatchObject({
    summary: '1 堵车',
  });
  expect(await rowOf(await given('infoMenu', { kinds: [] }))).toMatchObject({ summary: '删除全部菜单' });
  expect(await rowOf(await given('info', { kindId: 2, text: '今夜有雪' }))).toMatchObject({
    summary: '信息2：今夜有雪',
  });
  expect(await rowOf(await given('areas', { areaKind: 1 }), { areaKind: 1, total: 2, ids: [5, 9] })).toMatchObject({
    answer: '圆形区域 2 个，编号 5、9',
  });
  const span = { from: '2026-11-28 00:00:00', to: '2026-11-28 12:00:00' };
  const read = await given('recorderRead', { item: 8, ...span });
  expect(await rowOf(read)).toMatchObject({
    summary: '读取行驶速度记录，2026-11-28 00:00:00至2026-11-28 12:00:00',
  });
  const clock = await given('recorderRead', { item: 2 });
  expect(await rowOf(clock, { hex: '000002557a0200060026112812050625', bytes: 16 })).toMatchObject({
    answer: expect.stringContaining('2026-11-28 12:05:06'),
  });
  expect(await rowOf(await given('recorderWrite', { item: 'pulses', pulses: 600, reason: '换了轮胎' }))).toMatchObject({
    summary: '脉冲系数 600',
  });
  const media = { mediaKind: 0, channel: 1, event: 0 };
  const found = { total: 1, media: [{ mediaId: 7, kind: 0, channel: 1, event: 0, time: Date.UTC(2026, 10, 28, 4) }] };
  expect(await rowOf(await given('mediaSearch', media), found)).toMatchObject({
    summary: '检索照片，通道1，平台下发指令',
    answer: '找到 1 个：照片 7（通道1，2026-11-28 12:00:00）',
  });
  expect(await rowOf(await given('mediaUpload', { ...media, mediaId: 7, remove: true }))).toMatchObject({
    summary: '上传多媒体 7，上传后从终端删除',
  });
  expect(await rowOf(await given('sound', { reason: '司机求助' }))).toMatchObject({
    summary: '录音30秒，8 kHz，实时上传',
  });
  for (const [path, input, field, msg] of [
    ['question', { text: '问', answers: ['一'] }, 'answers', '请至少填写两个答案'],
    ['events', { events: [1, 1].map((id) => ({ id, text: '堵车' })) }, 'events.1.id', '事件编号1重复'],
    ['recorderRead', { item: 8 }, 'from', '请选择记录的起止时间'],
    ['recorderWrite', { item: 'pulses', reason: '调试' }, 'pulses', '请输入脉冲系数'],
    ['mediaSearch', { ...media, from: span.to, to: span.from }, 'to', '结束时间应不早于开始时间'],
    ['sound', {}, 'reason', '请输入原因'],
  ] as const) {
    const refused = await a.post(`${api}/${path}`, { vehicleIds: [vehicleId], ...input });
    expect(refused.data.errors?.[0], path).toEqual({ field, msg });
  }
});

it('where the company wants two people, a cut goes out when another one agrees while the vehicle still stands', async () => {
  const db = app.database.systemDb;
  await db.updateTable('client').set({ cut_needs_review: true }).where('id', '=', a.clientId).execute();
  await db
    .updateTable('device_command')
    .set({ state: instructionSending.cancelled })
    .where('kind', '=', 'cut')
    .execute();
  const drive = (speedKmh: number) =>
    db
      .updateTable('device_state')
      .set({ live: JSON.stringify({ speedKmh }), device_time: new Date() })
      .where('vehicle_id', '=', vehicleId)
      .execute();
  await drive(3);
  const looks = await a.user({ menus: ['monitoring'], buttons: ['location/query'] });
  const second = await a.user({ menus: ['monitoring'], buttons: ['location/cutOil'] });
  const cut = async (): Promise<string> => {
    const { data } = await a.post(`${api}/cut`, { vehicleId, reason: '欠费失联', plateNo: '沪A11111' });
    return data[0].commandId;
  };
  const rowOf = async (id: string) => (await a.post(`${api}/list`, { ids: [id] })).data[0];
  const id = await cut();
  expect(await rowOf(id)).toMatchObject({
    state: instructionSending.review,
    mine: true,
    answer: '等待另一人复核后下发',
  });
  expect((await a.post(`${api}/approve`, { ids: [id], pass: true })).data).toMatchObject([
    { ok: false, msg: '不能复核自己下发的指令，请由另一人复核' },
  ]);
  // who may be the second person is told, and nobody else
  const told = await db
    .selectFrom('message as m')
    .innerJoin('message_user as u', 'u.message_id', 'm.id')
    .select(['u.user_id', 'm.title', 'm.content', 'm.obj_tag', 'u.popup'])
    .where('m.once_key', '=', `cut review ${id}`)
    .execute();
  expect(told).toEqual([
    {
      user_id: second.userId,
      title: '断油断电待复核',
      content: expect.stringMatching(/请求对沪A11111断油断电，原因：欠费失联。请在30分钟内复核。$/u),
      obj_tag: `cut:${id}|vehicle:${vehicleId}`,
      popup: true,
    },
  ]);
  expect((await app.post(`${api}/approve`, { ids: [id], pass: true }, looks.token)).code).toBe(4003);
  const other = await fleetFixture(app, '别家复核公司');
  expect((await other.post(`${api}/approve`, { ids: [id], pass: true })).data).toMatchObject([{ ok: false }]);
  const agree = async (of: string, pass = true) =>
    (await app.post(`${api}/approve`, { ids: [of], pass }, second.token)).data[0];
  await drive(60);
  expect(await agree(id)).toMatchObject({ ok: false, msg: '当前车速 60 km/h，低于 20 km/h 才能断油断电' });
  await drive(3);
  expect(await agree(id)).toMatchObject({ ok: true });
  const sent = await db
    .selectFrom('device_command')
    .select(['state', 'approved_by', 'expires_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(sent).toMatchObject({ state: instructionSending.queued, approved_by: second.userId });
  // and has nothing left to do
  const asked = db.selectFrom('message').select('expire_at').where('once_key', '=', `cut review ${id}`);
  expect((await asked.executeTakeFirstOrThrow()).expire_at?.getTime()).toBeLessThanOrEqual(Date.now());
  expect(new Date(sent.expires_at).getTime()).toBeLessThan(Date.now() + 3 * 60_000);
  expect(await agree(id)).toMatchObject({ ok: false, msg: '状态为待下发，不需要复核' });
  await end(id, instructionSending.done, '');
  const refused = await cut();
  expect(await agree(refused, false)).toMatchObject({ ok: true });
  expect(await rowOf(refused)).toMatchObject({ state: instructionSending.cancelled, answer: '复核没有通过' });
});
