import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changedByOther } from '../../../../test/changed-by-other';
import { type TestApp, testApp } from '../../../../test/test-app';
import { inHours, type TransportFixture, transportFixture } from '../../../../test/transport-kit';

const api = '/api/tms/receiptOrder';
let app: TestApp;
let a: TransportFixture;

beforeAll(async () => {
  app = await testApp();
  a = await transportFixture(app, '收货甲');
});
afterAll(() => app.close());

const receiptOf = async (id: string) => (await a.post(`${api}/detail`, { id })).data;
const brought = async (more: Record<string, unknown> = {}) => {
  const orderCode = await a.order(more);
  const { data } = await a.post(`${api}/add`, { orderCode, siteId: a.qingpu });
  return { orderCode, receiptCode: data.receiptCode as string };
};
const countOf = async (receiptCode: string, pieces: number, more: Record<string, unknown> = {}) => {
  const { items, version } = await receiptOf(receiptCode);
  return {
    receiptCode,
    version,
    finish: true,
    lines: [
      {
        itemId: items[0].itemId,
        receivePieces: pieces,
        receiveWeight: pieces * 8,
        receiveVolume: 6.1,
        damagedPieces: 0,
        productTemp: -19,
        ...more,
      },
    ],
  };
};

describe('goods that nobody announced', () => {
  const goods = {
    freightPayMode: 1,
    shipper: '王老板',
    shipPhone: '13900139001',
    receiver: '苏州观前店',
    receivePhone: '0512-65221234',
    receiveArea: '江苏省苏州市姑苏区',
    receiveAddress: '观前街88号',
    arriveTo: inHours(30),
    cargoName: '冻虾仁',
    packUnit: '箱',
    pieces: 12,
    weightKg: 96,
    volumeM3: 0.6,
    temperatureType: 3,
    tempMin: -25,
    tempMax: -18,
  };
  it('are an order and its receipt in one step, or neither', async () => {
    const ask = (more: Record<string, unknown>) =>
      a.post(`${api}/walkIn`, { ...goods, customerId: a.customerId, siteId: a.qingpu, ...more });
    const orders = async () => (await a.post('/api/tms/customerOrder/page', {})).data.total;
    const before = await orders();
    expect(await ask({ siteId: '990001' })).toMatchObject({ code: 4000, msg: '所选站点不存在或无权使用' });
    expect(await ask({ tempMax: -30 })).toMatchObject({ code: 4000, msg: '温度上限须高于下限−25℃' });
    expect(await ask({ arriveTo: inHours(-1) })).toMatchObject({ code: 4000 });
    expect(await orders()).toBe(before);
    const made = await ask({});
    expect(made).toMatchObject({ code: 200, data: { receiptStatus: 1 } });
    const { orderCode, receiptCode } = made.data;
    expect(await a.orderOf(orderCode)).toMatchObject({
      orderStatus: 1,
      shipper: '王老板',
      shipArea: '青浦分拨中心',
      items: [{ cargoName: '冻虾仁', pieces: 12, weightKg: 96 }],
    });
    expect(await receiptOf(receiptCode)).toMatchObject({ receiveType: 1, orderCode, planPieces: 12 });
    expect(await a.post(`${api}/receive`, await countOf(receiptCode, 12, { receiveVolume: 0.6 }))).toMatchObject({
      code: 200,
      data: { receiptStatus: 3, abnormalCode: null },
    });
    expect(await a.orderOf(orderCode)).toMatchObject({ allowActions: expect.arrayContaining(['stowage']) });
  });
});

describe('goods that a customer brings', () => {
  it('lie at the site as counted, and go on from there; a difference is reported', async () => {
    const { orderCode, receiptCode } = await brought();
    expect(receiptCode).toMatch(/^SH\d{11}$/u);
    expect(await a.post(`${api}/add`, { orderCode, siteId: a.qingpu })).toMatchObject({ code: 4000 });
    expect(await a.post(`${api}/receive`, await countOf(receiptCode, 118, { productTemp: null }))).toMatchObject({
      code: 4000,
      msg: '速冻水饺：冷藏、冷冻货物请填写货温',
    });
    const half = await a.post(`${api}/receive`, { ...(await countOf(receiptCode, 60)), finish: false });
    expect(half).toMatchObject({ code: 200, data: { receiptStatus: 2, abnormalCode: null } });
    expect((await a.orderOf(orderCode)).allowActions).toContain('stowage');
    const done = await a.post(`${api}/receive`, await countOf(receiptCode, 118));
    expect(done).toMatchObject({ code: 200, data: { receiptStatus: 3, abnormalCode: expect.stringMatching(/^YC/u) } });
    const listed = async () => (await a.post(`${api}/page`, { code: receiptCode })).data.list[0];
    const { abnormalCode } = done.data;
    expect(await listed()).toMatchObject({ abnormalCode, abnormalWaybill: null });
    const row = await a.db
      .selectFrom('customer_order')
      .selectAll()
      .where('order_code', '=', orderCode)
      .where('client_id', '=', a.clientId)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ on_hand_status: 1, current_place_id: a.qingpu, on_hand_pieces: 118 });
    const pool = (await a.post('/api/tms/stowage/pool')).data.list;
    expect(pool.find((one: { orderCode: string }) => one.orderCode === orderCode)).toMatchObject({
      pieces: 118,
      weightKg: 944,
      site: { name: '青浦分拨中心' },
    });
    expect(await a.post(`${api}/statusCount`, { code: orderCode })).toMatchObject({ data: { 3: 1, all: 1 } });
  });

  it('keeps pictures and who brought them, through all counts', async () => {
    const picture = async (name: string): Promise<string> => {
      const { id } = await a.db
        .insertInto('file')
        .values({
          client_id: a.clientId,
          file_name: name,
          kind: 'image',
          mime: 'image/jpeg',
          size_bytes: 3,
          sha256: 'ab',
          blob_key: randomUUID(),
          user_id: a.userId,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return String(id);
    };
    const [one, two] = [await picture('外箱.jpg'), await picture('温度计.jpg')];
    const { receiptCode } = await brought();
    const part = { ...(await countOf(receiptCode, 100)), finish: false, handedBy: '王师傅', fileIds: [one] };
    expect(await a.post(`${api}/receive`, part)).toMatchObject({ code: 200 });
    expect(await a.post(`${api}/receive`, { ...(await countOf(receiptCode, 120)), fileIds: [two] })).toMatchObject({
      code: 200,
    });
    expect(await receiptOf(receiptCode)).toMatchObject({ handedBy: '王师傅', fileIds: [one, two] });
    const shown = await a.post(`${api}/pictures`, { id: receiptCode });
    expect(shown.data).toMatchObject([{ name: '外箱.jpg' }, { name: '温度计.jpg' }]);
    const b = await transportFixture(app, '别家照片');
    expect(await b.post(`${api}/pictures`, { id: receiptCode })).toMatchObject({ code: 4004 });
  });

  it('show their pictures to who may see the receipt, and take no file of somebody else', async () => {
    const fileOf = async (of: TransportFixture): Promise<string> => {
      const { id } = await a.db
        .insertInto('file')
        .values({
          client_id: of.clientId,
          file_name: '封条.jpg',
          kind: 'image',
          mime: 'image/jpeg',
          size_bytes: 3,
          sha256: 'ab',
          blob_key: randomUUID(),
          user_id: of.userId,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return String(id);
    };
    const b = await transportFixture(app, '照片丙');
    const { orderCode, receiptCode } = await brought();
    await a.db.updateTable('customer_order').set({ org_id: a.orgId }).where('order_code', '=', orderCode).execute();
    const counted = await countOf(receiptCode, 120);
    const foreign = await a.post(`${api}/receive`, { ...counted, fileIds: [await fileOf(b)] });
    expect(foreign).toMatchObject({ code: 4000, data: { errors: [{ field: 'fileIds' }] } });
    expect(await a.post(`${api}/receive`, { ...counted, fileIds: [await fileOf(a)] })).toMatchObject({ code: 200 });
    const south = await a.db
      .insertInto('org')
      .values({ client_id: a.clientId, name: '华南分公司' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const seenBy = async (rights: Parameters<typeof a.user>[0]) =>
      app.post(`${api}/pictures`, { id: receiptCode }, (await a.user(rights)).token);
    expect(await seenBy({ menus: ['receiptOrder'] })).toMatchObject({ code: 200, data: [{ name: '封条.jpg' }] });
    expect(await seenBy({ menus: ['receiptOrder'], orgId: south.id })).toMatchObject({ code: 4004 });
    expect(await seenBy({ menus: ['customerOrder'] })).toMatchObject({ code: 4003 });
  });

  it('can be corrected within a day while they lie there, with what changed in the log', async () => {
    const { orderCode, receiptCode } = await brought();
    await a.post(`${api}/receive`, await countOf(receiptCode, 118));
    const { finish: _, ...counted } = await countOf(receiptCode, 120);
    const stale = { ...counted, version: 1, reason: '复点' };
    expect(await a.post(`${api}/correct`, stale)).toMatchObject(changedByOther);
    expect(await a.post(`${api}/correct`, { ...counted, reason: '复点' })).toMatchObject({ code: 200 });
    const log = (await a.post('/api/tms/log/page', { objType: 'receiptOrder', objCode: receiptCode })).data;
    expect(log.slice(-2)).toMatchObject([
      { action: '更正', fromStatus: 3, toStatus: 2, remark: '复点' },
      { action: '收货完成', fromStatus: 2, toStatus: 3, remark: '速冻水饺 件数118→120 重量944→960' },
    ]);
    expect(
      (await a.post('/api/tms/stowage/pool')).data.list.find(
        (one: { orderCode: string }) => one.orderCode === orderCode,
      ),
    ).toMatchObject({ pieces: 120 });
    await a.stow(await a.truck(), [orderCode], { waybillKind: 2, fromPlaceId: a.qingpu, toPlaceId: a.suzhou });
    const { finish: __, ...again } = await countOf(receiptCode, 119);
    expect(await a.post(`${api}/correct`, { ...again, reason: '再点' })).toMatchObject({
      code: 4010,
      msg: '收货已超过24小时，或货物已配载离站，不能更正',
    });
  });

  it('are voided before anything was counted, and not after', async () => {
    const { receiptCode } = await brought();
    await a.post(`${api}/receive`, { ...(await countOf(receiptCode, 60)), finish: false });
    const { version } = await receiptOf(receiptCode);
    expect(await a.post(`${api}/void`, { receiptCode, version, reason: '录错' })).toMatchObject({
      code: 4010,
      msg: '部分收货的收货单不能作废，只有待收货时可以',
    });
    const other = await brought();
    expect(await a.post(`${api}/void`, { receiptCode: other.receiptCode, version: 1, reason: '录错' })).toMatchObject({
      code: 200,
      data: { receiptStatus: 6 },
    });
  });

  it('are not taken where a pick-up fetches them', async () => {
    const orderCode = await a.order({ pickUpFlag: 1 });
    expect(await a.post(`${api}/add`, { orderCode, siteId: a.qingpu })).toMatchObject({
      code: 4000,
      msg: expect.stringContaining('上门提货，客户自送请先作废提货单'),
    });
  });
});
