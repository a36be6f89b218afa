import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FleetFixture, fleetFixture } from '../../../../test/fleet-fixture';
import { type TestApp, testApp } from '../../../../test/test-app';

let app: TestApp;
let a: FleetFixture;
let b: FleetFixture;
const api = '/api/base/manage/device';
beforeAll(async () => {
  app = await testApp();
  a = await fleetFixture(app, '甲公司');
  b = await fleetFixture(app, '乙公司');
});
afterAll(() => app.close());

describe('entering a terminal', () => {
  it('puts it into stock under its number without the zeros in front', async () => {
    const { code, data } = await a.post(`${api}/add`, { terminalNo: '013912345678', model: 'BSJ-A6' });
    expect(code).toBe(200);
    const row = await app.database.systemDb
      .selectFrom('device')
      .selectAll()
      .where('id', '=', data.id)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ terminal_no: '013912345678', phone_key: '13912345678', client_id: a.clientId });
    const { data: options } = await a.post(`${api}/options`, { keyword: '13912345678' });
    expect(options).toMatchObject([{ id: data.id, name: '013912345678', vehicleId: null }]);
    expect((await a.post(`${api}/options`, { keyword: '00000000013912345678' })).data).toEqual(options);
  });

  it('keeps and finds a number of eleven digits in the same form of twelve', async () => {
    const { data } = await a.post(`${api}/add`, { terminalNo: '13912349999' });
    const { data: options } = await a.post(`${api}/options`, { keyword: '12349999' });
    expect(options).toMatchObject([{ id: data.id, name: '013912349999' }]);
    for (const terminalNo of ['13912349999', '013912349999', '00000000013912349999'])
      expect((await a.post('/api/base/manage/device/page', { page: 1, size: 10, terminalNo })).data.list).toMatchObject(
        [{ id: data.id, terminalNo: '013912349999' }],
      );
  });

  it.each([
    ['', '终端编号为6~20位数字，即终端中设置的手机号'],
    ['12345', '终端编号为6~20位数字，即终端中设置的手机号'],
    ['ABC123456', '终端编号为6~20位数字，即终端中设置的手机号'],
    ['000000', '终端编号不能全是0'],
  ])('refuses %j with a sentence', async (terminalNo, msg) => {
    expect(await a.post(`${api}/add`, { terminalNo })).toMatchObject({ code: 4000, msg });
  });

  it('refuses a number that is known, whoever entered it', async () => {
    await a.post(`${api}/add`, { terminalNo: '13800000001' });
    expect(await a.post(`${api}/add`, { terminalNo: '013800000001' })).toMatchObject({
      code: 4000,
      msg: '终端013800000001已登记，在库存中，可直接选择',
    });
    expect(await b.post(`${api}/add`, { terminalNo: '13800000001' })).toMatchObject({
      code: 4000,
      msg: '终端013800000001已被其他企业登记，请核对编号或联系服务商',
    });
  });
});

describe('asking whether a terminal knocked', () => {
  it('answers when, and nothing for a silent number', async () => {
    await app.database.systemDb
      .insertInto('unknown_terminal')
      .values({ phone_key: '13700000009', last_hex: '7e', remote: '10.0.0.9' })
      .execute();
    const { data } = await a.post(`${api}/knock`, { terminalNo: '013700000009' });
    expect(data).toEqual({ lastTime: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/u) });
    expect(await a.post(`${api}/knock`, { terminalNo: '13700000008' })).toMatchObject({ code: 200, data: null });
  });
});
