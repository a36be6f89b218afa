import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addStore } from '../../../../test/store-kit';
import { type TestApp, testApp } from '../../../../test/test-app';
import { type TransportFixture, transportFixture } from '../../../../test/transport-kit';

const api = '/api/tms/driverApp';
let app: TestApp;
let a: TransportFixture;
let serial = 0;

beforeAll(async () => {
  app = await testApp();
  a = await transportFixture(app, '司机端');
});
afterAll(() => app.close());

/** A confirmed task of a driver with an account of his own. */
async function given(orders = 1) {
  const vehicleId = await a.truck();
  const { driver_id } = await a.db
    .selectFrom('vehicle')
    .select('driver_id')
    .where('id', '=', vehicleId)
    .executeTakeFirstOrThrow();
  const { userId, token } = await a.user({});
  const tied = await a.post('/api/base/manage/driver/account', { id: driver_id, userId });
  if (tied.code !== 200) throw new Error(tied.msg);
  const codes: string[] = [];
  for (let i = 0; i < orders; i++)
    codes.push(await a.order({}, { pieces: 12, weightKg: 90, volumeM3: 0.6, cargoName: `货${++serial}` }));
  const stowed = await a.stow(vehicleId, codes);
  if (stowed.code !== 200) throw new Error(stowed.msg);
  const waybillCode = stowed.data.waybillCode as string;
  const act = (action: string, more: Record<string, unknown> = {}) =>
    app.post(`${api}/act`, { key: randomUUID(), waybillCode, agoMs: 0, action, ...more }, token);
  const tasks = async () => (await app.post(`${api}/tasks`, {}, token)).data.tasks;
  return { driverId: String(driver_id), userId, token, waybillCode, codes, act, tasks };
}
/** Pictures that a driver's phone uploaded. */
const photos = async (userId: string, count: number): Promise<string[]> => {
  const rows = await a.db
    .insertInto('file')
    .values(
      Array.from({ length: count }, (_, i) => ({
        client_id: a.clientId,
        file_name: `${i}.jpg`,
        kind: 'image',
        mime: 'image/jpeg',
        size_bytes: 3,
        sha256: 'ab',
        blob_key: randomUUID(),
        user_id: userId,
      })),
    )
    .returning('id')
    .execute();
  return rows.map(({ id }) => String(id));
};
const done = { code: 200, data: { refused: false } };
const depart = { overrideReason: '没有厢温数据，已用手持测温' };

describe('a trip on the phone', () => {
  it('goes from the acceptance to the signature, and the office sees who did what', async () => {
    const one = await given(2);
    const [orderCode = '', second = ''] = one.codes;
    expect(await one.tasks()).toMatchObject([
      {
        waybillCode: one.waybillCode,
        driverConfirm: 0,
        orders: [{ pieces: 12, goods: expect.stringMatching(/^货\d+ 12箱$/u) }, {}],
      },
    ]);
    expect(await one.act('accept')).toMatchObject(done);
    expect(await one.act('arrive', { stopSeq: 2 })).toMatchObject({
      data: { refused: true, msg: expect.stringContaining('待发车') },
    });
    expect(await one.act('depart', { ...depart, sealNo: 'F77' })).toMatchObject(done);
    // the phone remembers the stop by another number: what was put before it moved it on
    const [{ stops }] = await one.tasks();
    expect(await one.act('arrive', { stopSeq: 9, stopId: stops[1].id, lng: 120.62, lat: 31.3 })).toMatchObject(done);
    const signed = { orderCode, signer: '李店长', signPieces: 11, rejectPieces: 1, rejectReason: '破损' };
    expect(await one.act('sign', signed)).toMatchObject(done);
    expect(await one.act('sign', { orderCode: second, signer: '李店长', signPieces: 12 })).toMatchObject(done);
    expect(await a.orderOf(orderCode)).toMatchObject({ orderStatus: 5, signer: '李店长', signPieces: 11 });
    expect(await one.tasks()).toMatchObject([{ transportStatus: 3, sealNo: 'F77', driverConfirm: 1 }]);
    const { data: log } = await a.post(`${api}/actions`, { id: one.waybillCode });
    expect(log.map((row: { action: string; refused: boolean }) => [row.action, row.refused])).toEqual([
      ['accept', false],
      ['arrive', true],
      ['depart', false],
      ['arrive', false],
      ['sign', false],
      ['sign', false],
    ]);
  });

  it('who left takes and starts no trip, hands over what he has on the road, and the dispatchers are told of both', async () => {
    const [waits, runs] = [await given(), await given()];
    await runs.act('accept');
    expect(await runs.act('depart', depart)).toMatchObject(done);
    const leave = (id: string) => a.post('/api/base/manage/driver/status', { ids: [id], status: 2 });
    for (const { driverId } of [waits, runs]) expect(await leave(driverId)).toMatchObject({ code: 200 });
    const sentence = '您已离职，不能接单，请联系调度改派；在途的任务仍可到站、拍照和签收';
    expect(await waits.act('accept')).toMatchObject({ data: { refused: true, msg: sentence } });
    const { data } = await app.post(`${api}/tasks`, {}, waits.token);
    expect(data).toMatchObject({ driver: { leaver: '离职' }, tasks: [{ driverConfirm: 0 }] });
    expect(await runs.act('arrive', { stopSeq: 2 })).toMatchObject(done);
    const told = await a.db
      .selectFrom('message')
      .select(['content', 'menu'])
      .where('type', '=', 12_107)
      .orderBy('id')
      .execute();
    expect(told.map(({ content }) => content.replace(/^司机\S+?已/u, '已'))).toEqual([
      `已离职，待发车的运单${waits.waybillCode}还由他承运，请改派`,
      `已离职，在途的运单${runs.waybillCode}还由他承运，请改派或确认由他送完`,
    ]);
    expect(told[0]?.menu).toBe('transportTask');
    const { data: log } = await a.post('/api/tms/log/page', { objType: 'waybill', objCode: waits.waybillCode });
    expect(log.at(-1)).toMatchObject({ action: '司机端操作未生效', remark: `接单：${sentence}` });
  });

  it('a stop says what the store there asks of an arrival; a shop of the same name elsewhere asks nothing of it', async () => {
    const shop = (storeCode: string, lng: number, evidence: number[]) =>
      addStore(a, {
        ...{ storeCode, storeName: '苏州观前店', address: '观前街', evidence },
        shape: { kind: 'circle', lng, lat: 31.3, radiusM: 200 },
      });
    await shop('E-1', 121.9, [4]);
    const one = await given();
    const [{ stops }] = await one.tasks();
    expect(stops.map((stop: { evidence: number[] }) => stop.evidence)).toEqual([[], []]);
    await shop('E-2', 120.6201, [1, 2]);
    const [task] = await one.tasks();
    expect(task.stops.map((stop: { evidence: number[] }) => stop.evidence)).toEqual([[], [1, 2]]);
  });

  it('refusing gives the orders back to the pool', async () => {
    const one = await given();
    expect(await one.act('refuse', { reason: '车坏了' })).toMatchObject(done);
    expect(await one.tasks()).toEqual([]);
    const { data: pool } = await a.post('/api/tms/stowage/pool');
    expect(pool.list.map((row: { orderCode: string }) => row.orderCode)).toContain(one.codes[0]);
    const { data: log } = await a.post('/api/tms/log/page', { objType: 'waybill', objCode: one.waybillCode });
    expect(log.at(-1)).toMatchObject({ action: '司机拒单', remark: '车坏了' });
    const told = await a.db
      .selectFrom('message')
      .select(['title', 'content', 'menu'])
      .where('type', '=', 12_102)
      .execute();
    expect(told).toMatchObject([
      { content: `运单${one.waybillCode}被司机拒单：车坏了。订单已退回待调度，请重新配载`, menu: 'transportTask' },
    ]);
    const { data: tasks } = await a.post('/api/tms/waybill/transportTask/page', { driverConfirm: 2 });
    expect(tasks.list).toMatchObject([{ waybillCode: one.waybillCode, driverConfirm: 2 }]);
    const late = await given();
    await late.act('accept');
    expect(await late.act('refuse', { reason: '不想去' })).toMatchObject({
      data: { refused: true, msg: `运单${late.waybillCode}已接单，不能拒单，请联系调度改派` },
    });
    // goods that changed vehicles on the road lie at no site where they could wait
    const { waybillCode, codes, act } = await given();
    await sql`update waybill set reload_from_id = (select id from waybill where waybill_code = ${late.waybillCode}), from_place_id = null
      where waybill_code = ${waybillCode}`.execute(a.db);
    expect(await act('refuse', { reason: '不想去' })).toMatchObject({
      data: { refused: true, msg: `运单${waybillCode}的货物在途中换装，不能拒单，请联系调度改派` },
    });
    expect((await a.waybill(waybillCode)).legs).toMatchObject([{ orderCode: codes[0] }]);
  });
});

describe('trouble on the road', () => {
  it('becomes one report with place, photos and orders, and a message to who handles reports', async () => {
    const one = await given(2);
    const [file = ''] = await photos(one.userId, 1);
    const said = {
      key: randomUUID(),
      abnormalType: 7,
      abnormalLevel: 2,
      description: '冷机停机，厢温升到 -9 度',
      orderCodes: [one.codes[0]],
      affectPieces: 12,
      fileIds: [file],
      lng: 121.3,
      lat: 31.1,
      agoMs: 600_000,
    };
    for (let i = 0; i < 2; i++) expect(await one.act('abnormal', said)).toMatchObject(done);
    const { data } = await a.post('/api/tms/abnormal/page', { code: one.waybillCode });
    expect(data.list).toMatchObject([
      {
        abnormalType: 7,
        abnormalLevel: 2,
        reportSource: 1,
        orderCodes: [one.codes[0]],
        lng: 121.3,
        fileCount: 1,
        affectPieces: 12,
      },
    ]);
    const { data: log } = await a.post(`${api}/actions`, { id: one.waybillCode });
    expect(log).toMatchObject([
      {
        action: 'abnormal',
        remark: '冷机停机，厢温升到 -9 度',
        msg: `异常单 ${data.list[0].abnormalCode}`,
        files: [{ id: file }],
      },
    ]);
    const told = await a.db.selectFrom('message').select(['obj_tag', 'menu']).where('type', '=', 12_103).execute();
    expect(told).toEqual([
      {
        menu: 'abnormalReporting',
        obj_tag: expect.stringContaining(`abnormal:${data.list[0].abnormalCode}|waybill:${one.waybillCode}`),
      },
    ]);
    const foreign = { ...said, key: randomUUID(), orderCodes: [await a.order()] };
    expect(await one.act('abnormal', foreign)).toMatchObject({
      data: { refused: true, msg: `订单${foreign.orderCodes[0]}不在运单${one.waybillCode}上` },
    });
  });

  it('photos before and after the signature are pages of the receipt, each once', async () => {
    const one = await given();
    const [orderCode = ''] = one.codes;
    await a.db.updateTable('customer_order').set({ receipt_require: 1 }).where('order_code', '=', orderCode).execute();
    const [before = '', signature = '', after = ''] = await photos(one.userId, 3);
    await one.act('accept');
    await one.act('depart', depart);
    await one.act('arrive', { stopSeq: 2 });
    await one.act('photo', { stopSeq: 2, fileIds: [before] });
    await one.act('sign', {
      orderCode,
      signer: '李店长',
      signPieces: 12,
      fileIds: [signature],
      signatureId: signature,
    });
    const key = randomUUID();
    for (let i = 0; i < 2; i++) await one.act('photo', { key, stopSeq: 2, fileIds: [after] });
    const { data } = await a.post('/api/tms/receipt/detail', { id: orderCode });
    expect(data).toMatchObject({ receiptStatus: 1, auditStatus: 0 });
    expect(data.pages.map(({ id }: { id: string }) => id)).toEqual([signature, before, after]);
  });
});

describe('the receiver signs on his own phone', () => {
  const jpeg = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(200, 7)]).toString('base64');
  const view = (token: string) => app.post('/api/open/receiverSign', { token });
  const sign = (token: string, more: object = {}) =>
    app.post('/api/open/receiverSignSubmit', { token, signer: '王店长', signPieces: 12, signature: jpeg, ...more });
  const gone = { code: 4004, msg: '链接已失效，请联系送货司机重新获取' };

  it('by a link: once, and only while the goods are on the truck that brings them', async () => {
    const one = await given();
    const [orderCode = ''] = one.codes;
    await a.db.updateTable('customer_order').set({ receipt_require: 1 }).where('order_code', '=', orderCode).execute();
    const link = (token = one.token) => app.post(`${api}/signLink`, { waybillCode: one.waybillCode, orderCode }, token);
    expect(await link()).toMatchObject({
      code: 4010,
      msg: `订单${orderCode}的货物还不在送货途中，不能生成签收链接`,
    });
    await one.act('accept');
    await one.act('depart', depart);
    expect(await link((await given()).token)).toMatchObject({ code: 4004 });
    const tokenOf = async () =>
      String((await link()).data.url)
        .split('/')
        .at(-1) ?? '';
    const first = await tokenOf();
    expect(await view(first)).toMatchObject({
      code: 200,
      data: { orderCode, pieces: 12, shipper: '司机端客户', signed: null, goods: [{ pieces: 12 }] },
    });
    const token = await tokenOf();
    expect(await view(first)).toMatchObject(gone);
    expect(await sign(token, { signPieces: 11 })).toMatchObject({
      code: 4000,
      msg: '实签11件加拒收0件，应等于送达12件',
    });
    const files = () => a.db.selectFrom('file').select('id').where('file_name', '=', '收货方签名.jpg').execute();
    expect(await files()).toEqual([]);
    const both = await Promise.all([sign(token), sign(token)]);
    expect(both.map(({ code }) => code).sort()).toEqual([200, 4010]);
    expect(await files()).toHaveLength(1);
    expect(await a.orderOf(orderCode)).toMatchObject({ orderStatus: 5, signer: '王店长', signPieces: 12 });
    const { data: receipt } = await a.post('/api/tms/receipt/detail', { id: orderCode });
    expect(receipt).toMatchObject({ signMethod: 4, receiptStatus: 1, uploadUser: '王店长（收货方扫码）' });
    expect(await view(token)).toMatchObject({ code: 200, data: { signed: { signer: '王店长', signPieces: 12 } } });
    expect(await sign(token)).toMatchObject({ code: 4010, msg: `订单${orderCode}已签收，不能重复签收` });
    expect(await link()).toMatchObject({ code: 4010, msg: `订单${orderCode}已签收` });
  });

  it('not after its time, nor when somebody else took the signature', async () => {
    const one = await given(2);
    await one.act('accept');
    await one.act('depart', depart);
    const tokens: string[] = [];
    for (const orderCode of one.codes)
      tokens.push(
        String((await a.post('/api/tms/tracking/signLink', { orderCode })).data.url)
          .split('/')
          .at(-1) ?? '',
      );
    const [late = '', other = ''] = tokens;
    await a.db
      .updateTable('receiver_sign_link')
      .set({ expire_at: new Date(Date.now() - 1000) })
      .where(
        'order_id',
        'in',
        a.db
          .selectFrom('customer_order')
          .select('id')
          .where('order_code', '=', one.codes[0] ?? ''),
      )
      .execute();
    expect(await view(late)).toMatchObject(gone);
    expect(await sign(late)).toMatchObject(gone);
    await one.act('sign', { orderCode: one.codes[1], signer: '李店长', signPieces: 12 });
    expect(await view(other)).toMatchObject(gone);
    expect(await sign(other)).toMatchObject(gone);
    expect(await view('a'.repeat(32))).toMatchObject(gone);
  });
});

describe('a step that is sent again', () => {
  it('has one effect, at the time of the button, however often and at once it comes', async () => {
    const one = await given();
    await one.act('accept');
    const key = randomUUID();
    const agoMs = 3 * 3_600_000;
    const left = await Promise.all(Array.from({ length: 4 }, () => one.act('depart', { key, agoMs, ...depart })));
    expect(left.map(({ code, data }) => [code, data.refused])).toEqual(Array.from({ length: 4 }, () => [200, false]));
    expect(left.filter(({ data }) => !data.repeated)).toHaveLength(1);
    const { departures, actualDepartTime } = await a.waybill(one.waybillCode);
    expect(departures).toHaveLength(1);
    // never before the acceptance, which was a moment ago
    expect(Date.now() + 8 * 3_600_000 - Date.parse(`${actualDepartTime.replace(' ', 'T')}Z`)).toBeLessThan(120_000);
  });

  it('is told what became of it the first time, also when it was refused', async () => {
    const one = await given();
    const key = randomUUID();
    const refused = await one.act('arrive', { key, stopSeq: 2 });
    expect(refused).toMatchObject({ data: { refused: true, repeated: false } });
    await one.act('accept');
    await one.act('depart', depart);
    expect(await one.act('arrive', { key, stopSeq: 2 })).toMatchObject({
      data: { refused: true, repeated: true, msg: refused.data.msg },
    });
    // somebody else was quicker: nothing to complain about
    await a.post('/api/tms/arrival/register', { waybillCode: one.waybillCode, stopSeq: 2 });
    expect(await one.act('arrive', { stopSeq: 2 })).toMatchObject({
      data: { refused: false, msg: '苏州观前店到站已登记' },
    });
  });

  it('keeps the time of a dead zone', async () => {
    const one = await given();
    await one.act('accept');
    await a.db
      .updateTable('driver_action')
      .set({ acted_at: new Date(Date.now() - 6 * 3_600_000) })
      .where('user_id', '=', one.userId)
      .execute();
    expect(await one.act('depart', { agoMs: 5 * 3_600_000, ...depart })).toMatchObject(done);
    expect(await one.act('arrive', { agoMs: 4 * 3_600_000, stopSeq: 2 })).toMatchObject(done);
    const { actualDepartTime, stops } = await a.waybill(one.waybillCode);
    const hours = (text: string) => (Date.now() + 8 * 3_600_000 - Date.parse(`${text.replace(' ', 'T')}Z`)) / 3_600_000;
    expect(hours(actualDepartTime)).toBeCloseTo(5, 1);
    expect(hours(stops[1].arriveTime)).toBeCloseTo(4, 1);
  });
});

describe('whose trip it is', () => {
  it('is the driver’s and nobody else’s', async () => {
    const one = await given();
    const other = await given();
    expect(await other.act('accept', { waybillCode: one.waybillCode })).toMatchObject({ code: 4004 });
    const key = randomUUID();
    await one.act('accept', { key });
    expect(await other.act('accept', { key })).toMatchObject({ code: 4004 });
    const { token } = await a.user({});
    expect(await app.post(`${api}/tasks`, {}, token)).toMatchObject({ code: 4003 });
    expect(await one.act('photo', { fileIds: ['990001'] })).toMatchObject({ code: 4000 });
  });

  it('an account is one driver’s, and no administrator’s', async () => {
    const one = await given();
    const tie = (userId: string | null) => a.post('/api/base/manage/driver/account', { id: a.driverId, userId });
    expect(await tie(one.userId)).toMatchObject({ code: 4000, msg: expect.stringContaining('已关联司机') });
    expect(await tie(a.userId)).toMatchObject({ code: 4000, msg: expect.stringContaining('管理员') });
    const { userId } = await a.user({});
    expect(await tie(userId)).toMatchObject({ code: 200 });
    const detail = async () => (await a.post('/api/base/manage/driver/detail', { id: a.driverId })).data.account;
    expect(await detail()).toMatchObject({ id: userId });
    expect(await tie(null)).toMatchObject({ code: 200 });
    expect(await detail()).toBeNull();
  });
});
