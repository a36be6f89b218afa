import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changedByOther } from '../../../../test/changed-by-other';
import { type TestApp, testApp } from '../../../../test/test-app';
import { inHours, type TransportFixture, transportFixture } from '../../../../test/transport-kit';
import { createAbnormalDraft } from './service';

let app: TestApp;
let a: TransportFixture;
let orderCode: string;
let waybillCode: string;
let vehicleId: string;

beforeAll(async () => {
  app = await testApp();
  a = await transportFixture(app, '异常甲');
  orderCode = await a.order();
  vehicleId = await a.truck();
  waybillCode = (await a.stow(vehicleId, [orderCode])).data.waybillCode;
  await a.depart(waybillCode);
});
afterAll(() => app.close());

const report = (more: Record<string, unknown> = {}) =>
  a.post('/api/tms/abnormal/add', {
    waybillCode,
    orderCodes: [orderCode],
    abnormalType: 1,
    abnormalLevel: 2,
    occurTime: inHours(-0.1),
    description: '外箱破损三件，已拍照',
    affectPieces: 3,
    lossAmount: 128.5,
    ...more,
  });
const rowOf = async (code: string) => (await a.post('/api/tms/abnormal/page', { code })).data.list[0];
const step = async (verb: string, code: string, more: Record<string, unknown> = {}) =>
  a.post(`/api/tms/abnormal/${verb}`, { abnormalCode: code, version: (await rowOf(code)).version, ...more });

describe('a report', () => {
  it('of the third level is told to who handles reports, in its department', async () => {
    const handler = await a.user({ menus: ['abnormalReporting'] });
    const stranger = await a.user({ menus: ['orderTracking'] });
    await sql`update waybill set org_id = ${a.orgId} where waybill_code = ${waybillCode}`.execute(a.db);
    await report();
    const code = (await report({ abnormalLevel: 3, abnormalType: 8, description: '高速追尾，车辆无法行驶' })).data
      .abnormalCode;
    const { rows } = await sql<{
      userId: string;
      title: string;
      tag: string;
    }>`select mu.user_id::text as "userId", m.title, m.obj_tag as tag
      from message_user mu join message m on m.id = mu.message_id where mu.user_id in (${handler.userId}, ${stranger.userId})`.execute(
      a.db,
    );
    expect(rows).toEqual([
      {
        userId: handler.userId,
        title: `重大异常：交通事故 ${waybillCode}`,
        tag: `abnormal:${code}|waybill:${waybillCode}`,
      },
    ]);
  });

  it('goes 0-1-2-1-2-3, refuses what its machine does not allow, and notes every step', async () => {
    const made = await report();
    expect(made).toMatchObject({ code: 200, data: { abnormalCode: expect.stringMatching(/^YC\d{11}$/u) } });
    const code = made.data.abnormalCode;
    expect(await rowOf(code)).toMatchObject({
      abnormalStatus: 0,
      waybillCode,
      orderCodes: [orderCode],
      customerName: '异常甲客户',
      affectPieces: 3,
      lossAmount: 128.5,
      reportSource: 2,
      overdue: false,
      allowActions: ['accept', 'assign', 'withdraw'],
    });
    expect(await step('handle', code, { duty: 3, handleResult: '赔付' })).toMatchObject({
      code: 4010,
      msg: '待处理的异常单不能处理，只有处理中时可以',
    });
    expect(await step('accept', code)).toMatchObject({ code: 200, data: { abnormalStatus: 1, version: 2 } });
    expect(await a.post('/api/tms/abnormal/close', { abnormalCode: code, version: 1 })).toMatchObject(changedByOther);
    const done = { duty: 3, dutyName: '司机张三', handleResult: '司机赔付破损三件', claimAmount: 128.5 };
    expect(await step('handle', code, done)).toMatchObject({ code: 200, data: { abnormalStatus: 2 } });
    expect(await step('reopen', code, { reason: '金额不对' })).toMatchObject({
      code: 200,
      data: { abnormalStatus: 1 },
    });
    await step('handle', code, { ...done, claimAmount: 100 });
    expect(await step('close', code)).toMatchObject({ code: 200, data: { abnormalStatus: 3 } });
    expect(await step('reopen', code, { reason: '再看看' })).toMatchObject({
      code: 4010,
      msg: '已关闭的异常单不能重开，只有已处理时可以',
    });
    const { data: thread } = await a.post('/api/tms/abnormal/listByWaybill', { waybillCode });
    const told = thread.reports.find((one: { abnormalCode: string }) => one.abnormalCode === code);
    expect(told).toMatchObject({ duty: 3, dutyName: '司机张三', claimAmount: 100, allowActions: [] });
    expect(told.log.map((one: { action: string }) => one.action)).toEqual([
      '上报',
      '受理',
      '处理',
      '重开',
      '处理',
      '关闭',
    ]);
    expect(thread).toMatchObject({ waybill: { waybillCode, transportStatus: 2 }, orders: [{ orderCode }] });
    const { data: log } = await a.post('/api/tms/log/page', { objType: 'customerOrder', objCode: orderCode });
    expect(log.at(-1)).toMatchObject({ action: '异常上报', remark: `货损 ${code}` });
  });

  it('says what is wrong with it', async () => {
    const other = await a.order();
    expect(await report({ waybillCode: '', orderCodes: [] })).toMatchObject({
      code: 4000,
      msg: '请填写运单号或订单号',
    });
    expect(await report({ orderCodes: [other] })).toMatchObject({
      code: 4000,
      msg: `订单${other}不在运单${waybillCode}上`,
    });
    expect(await report({ occurTime: inHours(2) })).toMatchObject({ code: 4000, msg: '发生时间不能晚于当前时间' });
    expect(await report({ description: '坏了' })).toMatchObject({ code: 4000, msg: '异常描述至少5个字' });
    expect(await report({ fileIds: ['990001'] })).toMatchObject({ code: 4000, msg: '文件不存在，请重新上传' });
    expect(await report({ waybillCode: 'YS0' })).toMatchObject({ code: 4004 });
  });

  it('waits too long after its hours: 4 for a serious one', async () => {
    const { data } = await report();
    const late = async () => (await a.post('/api/tms/abnormal/page', { overdue: 'yes' })).data.list;
    await sql`update abnormal_report set created_at = now() - interval '239 minutes' where abnormal_code = ${data.abnormalCode}`.execute(
      a.db,
    );
    expect(await late()).toEqual([]);
    await sql`update abnormal_report set created_at = now() - interval '241 minutes' where abnormal_code = ${data.abnormalCode}`.execute(
      a.db,
    );
    expect(await late()).toMatchObject([{ abnormalCode: data.abnormalCode, overdue: true, spentMin: 241 }]);
    expect(await step('withdraw', data.abnormalCode, { reason: '报错了' })).toMatchObject({
      data: { abnormalStatus: 8 },
    });
  });

  it('of an order on no trip is found under the order', async () => {
    const alone = await a.order();
    const { data } = await report({ waybillCode: null, orderCodes: [alone] });
    const { data: thread } = await a.post('/api/tms/abnormal/listByWaybill', { waybillCode: alone });
    expect(thread).toMatchObject({
      waybill: null,
      orders: [{ orderCode: alone }],
      reports: [{ abnormalCode: data.abnormalCode }],
    });
  });
});

describe('a draft of the system', () => {
  it('is written once a key, in the transaction of who found it', async () => {
    const system = { clientId: a.clientId, userId: null, userName: '系统', actor: null, timeZone: 'Asia/Shanghai' };
    const waybillId = (
      await a.db.selectFrom('waybill').select('id').where('waybill_code', '=', waybillCode).executeTakeFirstOrThrow()
    ).id;
    const draft = () =>
      a.db.transaction().execute((trx) =>
        createAbnormalDraft(trx, system, {
          waybillId,
          type: 4,
          level: 3,
          source: 3,
          description: '超温20分钟，最高 9.2 ℃',
          onceKey: `overTemp ${waybillCode}`,
        }),
      );
    const code = await draft();
    expect(code).toMatch(/^YC/u);
    expect(await draft()).toBeNull();
    expect(await rowOf(String(code))).toMatchObject({
      reportSource: 3,
      reportUser: '系统',
      abnormalLevel: 3,
      orderCodes: [],
      allowActions: ['accept', 'assign'],
    });
  });
});

describe('who sees a report', () => {
  it('is who sees its order: two customers share a truck, not its troubles', async () => {
    const { data: other } = await a.post('/api/base/manage/customer/add', { name: '异常乙客户', customerType: 3 });
    const theirs = await a.order(
      { customerId: other.id, receiver: '乙店' },
      { pieces: 5, weightKg: 10, volumeM3: 0.1 },
    );
    const mine = await a.order({}, { pieces: 5, weightKg: 10, volumeM3: 0.1 });
    const shared = (await a.stow(await a.truck(), [mine, theirs])).data.waybillCode;
    const { data: ofMine } = await report({ waybillCode: shared, orderCodes: [mine] });
    const { data: ofTheirs } = await report({ waybillCode: shared, orderCodes: [theirs] });
    const { data: ofAll } = await report({ waybillCode: shared, orderCodes: [], description: '车辆抛锚在高速上' });
    const { data: ofBoth } = await report({ waybillCode: shared, orderCodes: [mine, theirs] });
    const { userId, token } = await a.user({
      menus: ['abnormalReporting'],
      buttons: ['businessTracking/abnormalReporting/accept'],
    });
    await a.db.updateTable('app_user').set({ customer_id: a.customerId }).where('id', '=', userId).execute();
    const { data } = await app.post('/api/tms/abnormal/listByWaybill', { waybillCode: shared }, token);
    const seen = data.reports.map((one: { abnormalCode: string }) => one.abnormalCode).sort();
    expect(seen).toEqual([ofMine.abnormalCode, ofAll.abnormalCode, ofBoth.abnormalCode].sort());
    expect(JSON.stringify(data)).not.toContain(theirs);
    expect(JSON.stringify(data)).not.toContain('异常乙客户');
    expect(
      await app.post('/api/tms/abnormal/accept', { abnormalCode: ofTheirs.abnormalCode, version: 1 }, token),
    ).toMatchObject({ code: 4004 });
  });
});

describe('the moment', () => {
  it('has speed, temperatures, doors and alarms half an hour around it, and says when it may not be read', async () => {
    const { data } = await report();
    const { data: moment } = await a.post('/api/tms/abnormal/moment', { abnormalCode: data.abnormalCode });
    expect(moment).toMatchObject({ readable: true, points: [], alarms: [] });
    expect(moment.at - moment.from).toBe(30 * 60_000);
    const alone = await a.order();
    const { data: still } = await report({ waybillCode: null, orderCodes: [alone] });
    expect((await a.post('/api/tms/abnormal/moment', { abnormalCode: still.abnormalCode })).data.readable).toBe(false);
  });
});
