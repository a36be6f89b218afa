import { visitsPerHalf } from '@tongda/contract/resources/repair-request/visit';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FleetFixture, fleetFixture } from '../../../../test/fleet-fixture';
import { type TestApp, testApp } from '../../../../test/test-app';

const api = '/api/base/repair';
let app: TestApp;
let a: FleetFixture;
let b: FleetFixture;
let staff: (call: string, body?: object) => ReturnType<TestApp['post']>;
let device: string;
let second: string;
let day: string;

beforeAll(async () => {
  app = await testApp();
  a = await fleetFixture(app, '报修甲公司');
  b = await fleetFixture(app, '报修乙公司');
  [device = '', second = ''] = a.deviceIds;
  await a.addVehicle('沪A55501', { deviceId: device });
  await a.addVehicle('沪A55502', { deviceId: second });
  const provider = await app.company('报修平台方');
  await app.database.systemDb
    .updateTable('client')
    .set({ kind: 'provider' })
    .where('id', '=', provider.clientId)
    .execute();
  const { data: login } = await app.login(provider.account, 'Test@2026');
  staff = (call, body = {}) => app.post(`/api/base/repairManage/${call}`, body, login.access_token);
  day = (await a.post(`${api}/slots`)).data[0].date;
});
afterAll(() => app.close());

const visit = () => ({
  visitDate: day,
  visitHalf: 1,
  address: '上海市青浦区华新镇华徐公路3029号',
  contact: '周立群',
  phone: '13816502213',
});
const add = (more: object = {}, who: FleetFixture = a) =>
  who.post(`${api}/add`, {
    deviceId: device,
    faults: [1, 3],
    description: '昨晚起不定位，温度一直是-18.0',
    photoIds: [],
    ...visit(),
    ...more,
  });
const line = async (id: string) =>
  (await a.post(`${api}/page`, {})).data.list.find((row: { id: string }) => row.id === id);
const messages = async (clientId: string) => {
  const { rows } = await sql<{ title: string; content: string }>`
    select title, content from message where client_id = ${clientId} and type in (12011, 14009) order by id`.execute(
    app.database.systemDb,
  );
  return rows;
};

describe('a repair request', () => {
  let id: string;
  let requestNo: string;

  it('names what is missing or wrong, and writes nothing', async () => {
    const { code, data } = await add({ faults: [], description: '坏了', phone: '123', visitDate: '2020-01-06' });
    expect(code).toBe(4000);
    const said = Object.fromEntries(data.errors.map((e: { field: string; msg: string }) => [e.field, e.msg]));
    expect(said).toMatchObject({
      faults: '请选择故障类型',
      description: '故障描述至少5个字符',
      phone: '请输入正确的手机号码',
    });
    const early = await add({ visitDate: '2020-01-06' });
    expect(early.data.errors).toEqual([{ field: 'visitDate', msg: '预约日期最早为明天' }]);
    // in stock, of another company
    for (const deviceId of [a.deviceIds[2], b.deviceIds[0]])
      expect((await add({ deviceId })).data.errors[0].field).toBe('deviceId');
    expect((await a.post(`${api}/page`, {})).data.total).toBe(0);
  });

  it('is made for a terminal in a vehicle; the provider hears of it', async () => {
    const offered = (await a.post(`${api}/deviceOptions`, { keyword: 'a5550' })).data;
    expect(offered.map((row: { plateNo: string }) => row.plateNo).sort()).toEqual(['沪A55501', '沪A55502']);
    const made = await add();
    expect(made.code).toBe(200);
    ({ id, requestNo } = made.data);
    expect(requestNo).toMatch(/^BX\d{11}$/u);
    expect(await line(id)).toMatchObject({
      requestNo,
      state: 0,
      plateNo: '沪A55501',
      model: 'TD-1',
      faultText: '不定位、温度异常',
      visitDate: day,
      visitHalf: 1,
    });
    const row = (await staff('page')).data.list.find((one: { id: string }) => one.id === id);
    expect(row).toMatchObject({ clientName: '报修甲公司', requestNo });
    const [told] = (
      await sql<{ content: string }>`select content from message where type = 14009`.execute(app.database.systemDb)
    ).rows;
    expect(told?.content).toContain(`（沪A55501）：不定位、温度异常，预约${day}上午上门，报修单${requestNo}`);
  });

  it('is the only open one of its terminal', async () => {
    expect(await add()).toMatchObject({ code: 4011, msg: expect.stringContaining(requestNo) });
    expect((await a.post(`${api}/deviceOptions`, { id: device })).data).toMatchObject([{ openNo: requestNo }]);
  });

  it('is seen by its company alone, and there by those who see the vehicle', async () => {
    expect((await b.post(`${api}/page`, {})).data.total).toBe(0);
    expect(await b.post(`${api}/detail`, { id })).toMatchObject({ code: 4004 });
    expect(await b.post(`${api}/cancel`, { id, version: 1, reason: '不是我的' })).toMatchObject({ code: 4004 });
    const elsewhere = await a.user({ menus: ['reportForRepair'], orgId: null });
    const { data } = await app.post(`${api}/page`, {}, elsewhere.token);
    expect(data.total).toBe(0);
    const rights = await a.user({ menus: ['reportForRepair'] });
    expect(await app.post(`${api}/add`, {}, rights.token)).toMatchObject({ code: 4003 });
    // companies do not work on requests
    expect(await a.post('/api/base/repairManage/page', {})).toMatchObject({ code: 4003 });
  });

  it('goes from the assignment to the rating, and the company is told of each step of the provider', async () => {
    expect(await staff('start', { id, version: 1 })).toMatchObject({ code: 4010 });
    expect(await staff('assign', { id, version: 1, engineer: '郑工', engineerPhone: '13900001111' })).toMatchObject({
      data: { state: 1, version: 2 },
    });
    expect(await staff('assign', { id, version: 1, engineer: '郑工', engineerPhone: '13900001111' })).toMatchObject({
      code: 4009,
    });
    // another day: the engineer is not coming any more
    const moved = await a.post(`${api}/update`, { id, version: 2, ...visit(), visitHalf: 2 });
    expect(moved.data).toEqual({ id, state: 0, version: 3 });
    expect(await line(id)).toMatchObject({ engineer: '', visitHalf: 2 });
    await staff('assign', { id, version: 3, engineer: '王工', engineerPhone: '13900002222' });
    await staff('start', { id, version: 4 });
    expect(await a.post(`${api}/cancel`, { id, version: 5, reason: '自己好了' })).toMatchObject({ code: 4010 });
    expect(await a.post(`${api}/rate`, { id, version: 5, score: 5 })).toMatchObject({ code: 4010 });
    const finish = { id, version: 5, result: '更换天线后定位恢复', feeYuan: 120.5, replacedNo: '' };
    expect((await staff('finish', { ...finish, replacedNo: '12' })).data.errors[0].field).toBe('replacedNo');
    expect((await staff('finish', finish)).data).toMatchObject({ state: 3 });
    expect((await a.post(`${api}/rate`, { id, version: 6, score: 6 })).data.errors[0].msg).toBe('评分为1~5分');
    expect((await a.post(`${api}/rate`, { id, version: 6, score: 5, comment: '很快' })).data).toMatchObject({
      state: 4,
    });
    expect((await a.post(`${api}/detail`, { id })).data).toMatchObject({
      result: '更换天线后定位恢复',
      feeFen: 12_050,
      score: 5,
      comment: '很快',
      engineer: '王工',
    });
    expect((await messages(a.clientId)).map(({ title }) => title)).toEqual([
      '报修已受理',
      '报修已受理',
      '报修处理中',
      '报修已完成',
    ]);
    const history = (await a.post(`${api}/changeHis`, { id })).data.list;
    expect(history.map(({ action }: { action: string }) => action)).toEqual([
      '评价',
      '完成',
      '开始处理',
      '派单',
      '改约',
      '派单',
      '新增',
    ]);
    expect((await staff('changeHis', { id })).data.total).toBe(7);
    // the terminal may be reported again
    expect((await add({ visitHalf: 2 })).code).toBe(200);
  });

  it('is sent back with a reason', async () => {
    const made = (await add({ deviceId: second })).data;
    expect((await staff('refuse', { id: made.id, version: 1, reason: '终端已过保，请走采购' })).data.state).toBe(8);
    expect((await a.post(`${api}/detail`, { id: made.id })).data.cancelReason).toBe('服务商退回：终端已过保，请走采购');
    expect((await messages(a.clientId)).at(-1)?.content).toContain('已由服务商退回，原因：终端已过保，请走采购');
  });
});

describe('the halves of working days', () => {
  it('are full when all engineers are booked, also by others', async () => {
    const db = app.database.systemDb;
    const left = async () =>
      (await a.post(`${api}/slots`)).data.find(
        (slot: { date: string; half: number }) => slot.date === day && slot.half === 1,
      ).left;
    const before = await left();
    const needed = before;
    for (let i = 0; i < needed; i++) {
      const { id } = await db
        .insertInto('device')
        .values({ client_id: b.clientId, terminal_no: `99${1000 + i}`, phone_key: `99${1000 + i}` })
        .returning('id')
        .executeTakeFirstOrThrow();
      await sql`insert into repair_request (client_id, request_no, device_id, terminal_no, faults, description, visit_on, visit_half, address, contact, phone)
        values (${b.clientId}, ${`BX${i}`}, ${id}, '1', '{1}', '测试', ${day}::date, 1, 'x', 'x', '13900001111')`.execute(
        db,
      );
    }
    expect(before).toBeLessThanOrEqual(visitsPerHalf);
    expect(await left()).toBe(0);
    const refused = await add({ deviceId: second });
    expect(refused.data.errors).toEqual([{ field: 'visitHalf', msg: `${day}上午已约满，请选择其他时段` }]);
    expect((await add({ deviceId: second, visitHalf: 2 })).code).toBe(200);
  });
});

it('lists narrow by fault, state, day, number and company', async () => {
  const count = async (q: object) => (await a.post(`${api}/page`, q)).data.total;
  expect(await count({ fault: 3, state: 4 })).toBe(1);
  expect(await count({ fault: 9 })).toBe(0);
  expect(await count({ keyword: 'a55502' })).toBe(2);
  expect(await count({ visitFrom: day, visitTo: day })).toBe(4);
  expect(await count({ visitFrom: '2020-01-01', visitTo: '2020-01-02' })).toBe(0);
  expect((await staff('page', { client: '报修甲' })).data.total).toBe(4);
  const counts = (await a.post(`${api}/stateCount`)).data;
  expect(counts).toEqual([
    { state: 0, count: 2 },
    { state: 4, count: 1 },
    { state: 8, count: 1 },
  ]);
});
