import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../../../../test/test-app';
import { inHours, type TransportFixture, transportFixture } from '../../../../../test/transport-kit';

let app: TestApp;
let a: TransportFixture;
beforeAll(async () => {
  app = await testApp();
  a = await transportFixture(app, '换装甲');
});
afterAll(() => app.close());

const big = { load_weight_t: 9, volume_m3: 50 };
/** A task on the road with orders of shops of these names. */
async function running(...receivers: string[]) {
  const orders: string[] = [];
  for (const receiver of receivers) orders.push(await a.order({ receiver }));
  const vehicleId = await a.truck(big);
  const { data } = await a.stow(vehicleId, orders);
  await a.depart(data.waybillCode);
  return { code: data.waybillCode as string, orders, vehicleId };
}
const road = { placeName: 'G42 沪宁高速 K45', lng: 120.95, lat: 31.3 };
const reload = async (waybillCode: string, legs: object[], more: Record<string, unknown> = {}) =>
  a.post('/api/tms/stowage/reload', {
    waybillCode,
    version: (await a.waybill(waybillCode)).version,
    reason: 2,
    place: road,
    reloadTime: inHours(0),
    legs,
    target: { vehicleId: await a.truck(big), planDepartTime: inHours(0.2) },
    ...more,
  });
const line = (orderCode: string | undefined, pieces = 120) => ({ orderCode, pieces, productTemp: -19 });

describe('reloading on the road (transport.md 4.10, acceptance scenario 4)', () => {
  it('closes the old waybill, opens a new one from there, drafts what is missing, and delivers', async () => {
    const { code, orders } = await running('一店', '二店');
    const [one, two] = orders;
    const { id: photo } = await a.db
      .insertInto('file')
      .values({
        client_id: a.clientId,
        user_id: a.userId,
        file_name: '铅封.jpg',
        kind: 'image',
        mime: 'image/jpeg',
        size_bytes: 3,
        sha256: 'ab',
        blob_key: `reload-${code}`,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    expect(await reload(code, [line(one)], { fileIds: ['990001'] })).toMatchObject({ code: 4000 });
    const answer = await reload(code, [line(one), line(two, 118)], { remark: '冷机不制冷', fileIds: [photo] });
    expect(answer).toMatchObject({
      code: 200,
      data: {
        transportStatus: 3,
        differences: [{ orderCode: two, short: 2, over: 0 }],
        abnormalCodes: [expect.stringMatching(/^YC\d{11}$/u)],
      },
    });
    const next = answer.data.newWaybillCode as string;
    for (const id of [code, next])
      expect(await a.post('/api/tms/waybill/recordPictures', { id })).toMatchObject({
        data: [{ id: String(photo), name: '铅封.jpg', image: true }],
      });
    const { data: drafts } = await a.post('/api/tms/abnormal/page', { code: answer.data.abnormalCodes[0] });
    expect(drafts.list).toMatchObject([{ abnormalType: 2, fileCount: 1 }]);
    expect(await a.waybill(code)).toMatchObject({
      transportStatus: 3,
      closeReason: '换装',
      stops: [
        { stopStatus: 2 },
        { name: road.placeName, stopType: 3, stopStatus: 2 },
        { name: '一店', stopStatus: 3 },
        { name: '二店', stopStatus: 3 },
      ],
      legs: [
        { transportationStatus: 2, loadPieces: 120, unloadPieces: 120, toSeq: 2, final: false },
        { transportationStatus: 2, loadPieces: 120, unloadPieces: 118, toSeq: 2, final: false },
      ],
      reloads: [{ fromCode: code, toCode: next, reason: 2, lines: [{ moved: 120 }, { moved: 118, short: 2 }] }],
    });
    expect(await a.waybill(next)).toMatchObject({
      transportStatus: 1,
      stowStatus: 2,
      reloadFrom: code,
      totalPieces: 238,
      stops: [{ name: road.placeName, stopType: 1 }, { name: '一店' }, { name: '二店' }],
      legs: [
        { planPieces: 120, final: true },
        { planPieces: 118, final: true },
      ],
    });
    expect(await a.orderOf(one ?? '')).toMatchObject({ orderStatus: 4 });
    const { rows: report } =
      await sql`select abnormal_type as type, affect_pieces as pieces, report_source as source from abnormal_report
      where abnormal_code = ${answer.data.abnormalCodes[0]}`.execute(a.db);
    expect(report).toEqual([{ type: 2, pieces: 2, source: 3 }]);

    // goods between two vehicles can only go on; another vehicle may take them
    const void_ = await a.post('/api/tms/waybill/transportTask/void', {
      waybillCode: next,
      version: 1,
      reason: '不要了',
    });
    expect(void_).toMatchObject({ code: 4010, msg: expect.stringContaining('途中换装，不能作废') });
    const spare = await a.truck(big);
    const edited = await a.post('/api/tms/waybill/transportTask/update', {
      waybillCode: next,
      version: 1,
      vehicleId: spare,
      planDepartTime: inHours(0.3),
    });
    expect(edited).toMatchObject({ code: 200 });
    expect((await a.waybill(next)).stops.map((stop: { name: string }) => stop.name)).toEqual([
      road.placeName,
      '一店',
      '二店',
    ]);
    expect((await a.depart(next)).code).toBe(200);
    const sign = (orderCode: string | undefined, signPieces: number) =>
      a.post('/api/tms/customerOrder/sign', { orderCode, signer: '李店长', signPieces });
    expect(await sign(two, 120)).toMatchObject({ code: 4000, msg: '实签120件加拒收0件，应等于送达118件' });
    expect(await sign(one, 120)).toMatchObject({ code: 200, data: { orderStatus: 5, waybillCode: next } });
    expect(await sign(two, 118)).toMatchObject({ code: 200, data: { orderStatus: 5, transportStatus: 3 } });
    const { data: log } = await a.post('/api/tms/log/page', { objType: 'customerOrder', objCode: one });
    expect(log.map((step: { action: string }) => step.action)).toEqual([
      '下单',
      '配载',
      '发车',
      '换装',
      '发车',
      '签收',
    ]);
  });

  it('moves a part of a trip: what stays runs on, what was done stays done', async () => {
    const { code, orders } = await running('甲店', '乙店', '丙店');
    const [one, two, three] = orders;
    await a.post('/api/tms/customerOrder/sign', { orderCode: one, signer: '李店长', signPieces: 120 });
    expect(await reload(code, [line(one)])).toMatchObject({ code: 4010, msg: `订单${one}已到站或签收，不能换装` });
    const moved = await reload(code, [line(two)]);
    expect(moved).toMatchObject({ code: 200, data: { transportStatus: 2, abnormalCodes: [] } });
    const after = await a.waybill(code);
    expect(after).toMatchObject({ transportStatus: 2, closeReason: null });
    expect(after.stops.map((s: { name: string; stopStatus: number }) => [s.name, s.stopStatus])).toEqual([
      [after.stops[0].name, 2],
      ['甲店', 2],
      [road.placeName, 2],
      ['乙店', 3],
      ['丙店', 0],
    ]);
    const last = await a.post('/api/tms/customerOrder/sign', { orderCode: three, signer: '王店长', signPieces: 120 });
    expect(last).toMatchObject({ code: 200, data: { waybillCode: code, transportStatus: 3 } });
  });

  it('cross-docks at a site onto a waybill that is being filled there', async () => {
    const trunk = async (orderCode: string, from: string) =>
      (await a.stow(await a.truck(big), [orderCode], { waybillKind: 2, fromPlaceId: from, toPlaceId: a.suzhou })).data
        .waybillCode as string;
    const [one, two] = [await a.order({ receiver: '一店' }), await a.order({ receiver: '二店' })];
    const code = await trunk(one, a.qingpu);
    const target = await trunk(two, a.qingpu);
    await a.depart(code);
    expect(await reload(code, [line(one)], { place: road, target: { waybillCode: target } })).toMatchObject({
      code: 4000,
      msg: expect.stringContaining('不能换入'),
    });
    const targets = await a.post('/api/tms/stowage/reloadTargets', { placeId: a.qingpu, except: code });
    expect(targets.data).toMatchObject([{ waybillCode: target, orderCount: 1 }]);
    const answer = await reload(code, [line(one)], {
      reason: 3,
      place: { placeId: a.qingpu },
      target: { waybillCode: target },
    });
    expect(answer).toMatchObject({ code: 200, data: { newWaybillCode: target, transportStatus: 3 } });
    expect(await a.waybill(target)).toMatchObject({ orderCount: 2, totalPieces: 240, reloadFrom: code });
    // at a site they may leave the new waybill again and wait there
    expect(
      await a.post('/api/tms/waybill/waybillStowage/void', { waybillCode: target, version: 2, reason: '改班次' }),
    ).toMatchObject({ code: 200 });
    const { data: pool } = await a.post('/api/tms/stowage/pool');
    expect(pool.list.find((o: { orderCode: string }) => o.orderCode === one)).toMatchObject({
      site: { placeId: a.qingpu },
      orderStatus: 4,
    });
  });

  it('tells why not: before departure, without a temperature, onto the same truck, twice at once, and never back', async () => {
    const orderCode = await a.order();
    const { data } = await a.stow(await a.truck(), [orderCode]);
    expect(await reload(data.waybillCode, [line(orderCode)])).toMatchObject({
      code: 4010,
      msg: '待发车的运单不能换装，只有运输中时可以',
    });
    const { code, orders, vehicleId } = await running('三店');
    const [one] = orders;
    expect(await reload(code, [{ orderCode: one, pieces: 120 }])).toMatchObject({
      code: 4000,
      msg: `请填写订单${one}的货温`,
    });
    expect(await reload(code, [line(one)], { target: { vehicleId, planDepartTime: inHours(0.2) } })).toMatchObject({
      code: 4000,
      msg: '换入的车辆不能是原车辆',
    });
    expect(await reload(code, [line(one)], { place: { placeName: '' } })).toMatchObject({ code: 4000 });
    expect(await reload(code, [line(one)], { reloadTime: inHours(-2) })).toMatchObject({
      code: 4000,
      msg: expect.stringContaining('换装时间不能早于发车时间'),
    });
    const small = await a.truck({ load_weight_t: 0.5 });
    expect(
      await reload(code, [line(one)], { target: { vehicleId: small, planDepartTime: inHours(0.2) } }),
    ).toMatchObject({ code: 4011, msg: expect.stringContaining('超载') });
    // nothing of the refused attempts was written
    expect(await a.waybill(code)).toMatchObject({
      transportStatus: 2,
      legs: [{ transportationStatus: 1 }],
      reloads: [],
    });

    // both saw the same waybill before either acted
    const { version } = await a.waybill(code);
    const race = await Promise.all([reload(code, [line(one)], { version }), reload(code, [line(one)], { version })]);
    expect(race.map((answer) => answer.code).sort()).toEqual([200, 4009]);
    const next = race.find((answer) => answer.code === 200)?.data.newWaybillCode as string;
    expect((await a.waybill(code)).reloads).toHaveLength(1);
    const back = await a.post('/api/tms/departure/revoke', { waybillCode: code, reason: '反悔了' });
    expect(back).toMatchObject({ code: 4010 });
    expect((await a.waybill(next)).allowActions).not.toContain('void');
  });
});

describe('split pool (transport.md C18)', () => {
  const pool = async () => (await a.post('/api/tms/transportTask/poolPage', { size: 100 })).data.list;
  const task = async (...receivers: string[]) => {
    const orders: string[] = [];
    for (const receiver of receivers) orders.push(await a.order({ receiver }));
    const { data } = await a.stow(await a.truck(big), orders);
    return { code: data.waybillCode as string, orders };
  };
  const move = async (which: 'moveOut' | 'moveIn', waybillCode: string, body: object) =>
    a.post(`/api/tms/transportTask/${which}`, {
      waybillCode,
      version: (await a.waybill(waybillCode)).version,
      ...(which === 'moveOut' ? { reason: '车上放不下' } : {}),
      ...body,
    });

  it('takes a whole order and a part of another out, and in again into a task of their own', async () => {
    const { code, orders } = await task('一店', '二店', '三店');
    const [one = '', two = '', three = ''] = orders;
    const out = await move('moveOut', code, { items: [{ orderCode: one }, { orderCode: two, pieces: 20 }] });
    expect(out).toMatchObject({ code: 200, data: { version: 2, orderCodes: [one, `${two}-02`] } });
    const after = await a.waybill(code);
    expect(after).toMatchObject({ totalPieces: 220, orderCount: 2, stowStatus: 2 });
    expect(after.legs.map((leg: { orderCode: string; planPieces: number }) => [leg.orderCode, leg.planPieces])).toEqual(
      [
        [`${two}-01`, 100],
        [three, 120],
      ],
    );
    expect(after.stops.map((stop: { name: string }) => stop.name).slice(1)).toEqual(['二店', '三店']);
    expect(await a.orderOf(two)).toMatchObject({ splitFlag: 1, orderStatus: 1 });
    expect(await pool()).toMatchObject([
      { orderCode: one, poolReason: '拆出', poolFrom: code, poolRemark: '车上放不下', pieces: 120 },
      { orderCode: `${two}-02`, poolReason: '余量', pieces: 20, weightKg: 160 },
    ]);
    // a child is not divided again
    expect(await move('moveOut', code, { items: [{ orderCode: `${two}-01`, pieces: 5 }] })).toMatchObject({
      code: 4010,
    });

    expect(await move('moveIn', code, { orderCodes: [one] })).toMatchObject({ code: 200 });
    expect((await a.waybill(code)).orderCount).toBe(3);
    expect(await move('moveIn', code, { orderCodes: [one] })).toMatchObject({ code: 200 });
    const other = await a.order();
    expect(await move('moveIn', code, { orderCodes: [other] })).toMatchObject({
      code: 4010,
      msg: `订单${other}不在拆分池，请刷新后重试`,
    });
    const made = await a.post('/api/tms/transportTask/poolCreateTask', {
      orderCodes: [`${two}-02`],
      vehicleId: await a.truck(),
      planDepartTime: inHours(0.2),
    });
    expect(made).toMatchObject({ code: 200, data: { waybillCode: expect.stringMatching(/^YS/u) } });
    expect(await pool()).toEqual([]);
    expect((await a.orderOf(two)).orderStatus).toBe(2);
  });

  it('keeps what is loaded, lets go on the road what is not, and gives back to all orders', async () => {
    const first = await a.order({ receiver: '一店' });
    const second = await a.order({ receiver: '二店', shipAddress: '白鹤镇二号', shipLng: 121.1 });
    const { data } = await a.stow(await a.truck(big), [first, second]);
    const code = data.waybillCode as string;
    await a.post('/api/tms/waybill/transportTask/load', { waybillCode: code, version: 1 });
    expect(await move('moveOut', code, { items: [{ orderCode: first }] })).toMatchObject({
      code: 4010,
      msg: `订单${first}已装车120件，请先撤销装车再移出`,
    });
    await a.depart(code);
    expect(await move('moveOut', code, { items: [{ orderCode: first }] })).toMatchObject({
      code: 4010,
      msg: `订单${first}已在车上120件，不能移出，请用换装`,
    });
    expect(await move('moveOut', code, { items: [{ orderCode: second, pieces: 7 }] })).toMatchObject({ code: 4010 });
    expect(await move('moveOut', code, { items: [{ orderCode: second }] })).toMatchObject({ code: 200 });
    expect(await a.waybill(code)).toMatchObject({
      transportStatus: 2,
      totalPieces: 120,
      stops: [{ stopStatus: 2 }, { stopStatus: 3 }, { stopStatus: 0, name: '一店' }, { stopStatus: 3, name: '二店' }],
    });
    expect(await a.orderOf(second)).toMatchObject({ orderStatus: 1 });
    expect(await a.post('/api/tms/transportTask/poolReturn', { orderCodes: [second] })).toMatchObject({
      code: 200,
      data: { count: 1 },
    });
    expect(await pool()).toEqual([]);
  });

  it('lets one of two win, and is a right of its own', async () => {
    const { code, orders } = await task('一店', '二店');
    const body = { waybillCode: code, version: 1, items: [{ orderCode: orders[0] }], reason: '两人同时' };
    const race = await Promise.all([1, 2].map(() => a.post('/api/tms/transportTask/moveOut', body)));
    expect(race.map((answer) => answer.code).sort()).toEqual([200, 4009]);
    const reader = await a.user({ menus: ['transportTask'] });
    expect(await app.post('/api/tms/transportTask/moveOut', body, reader.token)).toMatchObject({ code: 4003 });
    expect(await app.post('/api/tms/stowage/reloadCheck', { id: code }, reader.token)).toMatchObject({ code: 4003 });
    const b = await transportFixture(app, '换装乙');
    expect(await b.post('/api/tms/transportTask/moveOut', body)).toMatchObject({ code: 4004 });
    expect(await b.post('/api/tms/transportTask/poolReturn', { orderCodes: [orders[0]] })).toMatchObject({
      code: 4004,
    });
  });
});

describe('loading, reassigning and taking back an arrival', () => {
  it('is loading from the start on; who counts must finish before the truck leaves', async () => {
    const [one, two] = [await a.order({ receiver: '一店' }), await a.order({ receiver: '二店' })];
    const { data } = await a.stow(await a.truck(big), [one, two]);
    const waybillCode = data.waybillCode as string;
    const step = (verb: string, version: number, more: object = {}) =>
      a.post(`/api/tms/waybill/transportTask/${verb}`, { waybillCode, version, ...more });
    expect(await step('startLoad', 1)).toMatchObject({ code: 200, data: { version: 2 } });
    expect((await a.orderOf(one)).orderStatus).toBe(3);
    expect(await step('startLoad', 2)).toMatchObject({ code: 4010, msg: `运单${waybillCode}已开始装车，不能重复开始` });
    expect(await step('countLoad', 2, { orderCode: one, pieces: 121 })).toMatchObject({
      code: 4000,
      msg: `订单${one}应装120件，不能装121件`,
    });
    expect(await step('countLoad', 2, { orderCode: one, pieces: 70 })).toMatchObject({ code: 200 });
    expect(await a.waybill(waybillCode)).toMatchObject({ loadPieces: 70, loadStarted: true, stowStatus: 2 });
    expect(await a.depart(waybillCode)).toMatchObject({
      code: 4010,
      msg: `订单${one}已装70件，应装120件，请完成装车再发车`,
    });
    expect(await a.stow(await a.truck(big), [one], { waybillCode, version: 3 })).toMatchObject({
      code: 4010,
      msg: `运单${waybillCode}正在装车，请先撤销装车`,
    });
    expect(await step('rollback', 3)).toMatchObject({ code: 200 });
    expect((await a.orderOf(one)).orderStatus).toBe(2);
    expect(await a.waybill(waybillCode)).toMatchObject({ loadPieces: 0, loadStarted: false, stowStatus: 1 });
  });

  it('gives a task to another truck with a reason, and only before it leaves', async () => {
    const { data } = await a.stow(await a.truck(), [await a.order()]);
    const waybillCode = data.waybillCode as string;
    const [spare, small] = [await a.truck(), await a.truck({ load_weight_t: 0.1 })];
    const reassign = (vehicleId: string, version: number) =>
      a.post('/api/tms/waybill/transportTask/reassign', { waybillCode, version, vehicleId, reason: '原车要保养' });
    expect(await reassign(small, 1)).toMatchObject({ code: 4011, msg: expect.stringContaining('超载') });
    expect(await reassign(spare, 1)).toMatchObject({ code: 200, data: { version: 2 } });
    expect((await a.waybill(waybillCode)).vehicleId).toBe(spare);
    expect(await reassign(spare, 2)).toMatchObject({ code: 4000, msg: '请选择其他车辆或司机' });
    const { data: log } = await a.post('/api/tms/log/page', { objType: 'waybill', objCode: waybillCode });
    expect(log.at(-1)).toMatchObject({ action: '改派', remark: '原车要保养' });
    await a.depart(waybillCode);
    expect(await reassign(small, 3)).toMatchObject({ code: 4010, msg: '运输中的运单不能改派，只有待发车时可以' });
  });

  it('takes an arrival back within half an hour, while nothing was counted', async () => {
    const { code } = await running('一店');
    const stop = { waybillCode: code, stopSeq: 2 };
    const revoke = () => a.post('/api/tms/arrival/revoke', { ...stop, reason: '登错了站' });
    expect(await revoke()).toMatchObject({ code: 4010, msg: '一店还没有到站，不能撤销到站' });
    await a.post('/api/tms/arrival/register', stop);
    expect(await revoke()).toMatchObject({ code: 200, data: { stopStatus: 0 } });
    await a.post('/api/tms/arrival/register', stop);
    await sql`update waybill_stop set arrive_at = now() - interval '31 minutes' where name = '一店' and stop_status = 1 and client_id = ${a.clientId}`.execute(
      a.db,
    );
    expect(await revoke()).toMatchObject({ code: 4010, msg: '一店到站已超过30分钟，不能撤销到站' });
  });

  it('needs rights of their own to let a truck go in spite of warnings and to note a departure late', async () => {
    const { data } = await a.stow(await a.truck(), [await a.order()]);
    const body = { waybillCode: data.waybillCode, version: 1, overrideReason: '现场确认' };
    const clerk = await a.user({ menus: ['departureManage'], buttons: ['waybillManage/departureManage/depart'] });
    const path = '/api/tms/departure/confirm';
    expect(await app.post(path, body, clerk.token)).toMatchObject({
      code: 4003,
      msg: '没有带条件放行的权限，请联系主管放行',
    });
    expect(await app.post(path, { ...body, overrideReason: null }, clerk.token)).toMatchObject({ code: 4011 });
    const late = { ...body, departTime: inHours(-3) };
    expect((await a.post(path, late)).data.errors).toMatchObject([
      { field: 'sealNo', msg: '冷藏、冷冻货物须填写铅封号' },
    ]);
    expect(await a.post(path, { ...late, sealNo: 'F9' })).toMatchObject({ code: 200 });
  });
});
