import { receiptStageOf } from '@tongda/contract/transport/receipt/stage';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changedByOther } from '../../../../test/changed-by-other';
import { type TestApp, testApp } from '../../../../test/test-app';
import { inHours, type TransportFixture, transportFixture } from '../../../../test/transport-kit';

let app: TestApp;
let a: TransportFixture;

beforeAll(async () => {
  app = await testApp();
  a = await transportFixture(app, '回单甲');
});
afterAll(() => app.close());

const jpg = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]);
async function picture(name = '回单.jpg', bytes = jpg, kind = 'document'): Promise<string> {
  const form = new FormData();
  form.append('kind', kind);
  form.append('file', new Blob([bytes]), name);
  const request = new Request('http://test/', { method: 'POST', body: form });
  const answer = await app.http.inject({
    method: 'POST',
    url: '/api/base/base/file/upload',
    headers: { authorization: `Bearer ${a.token}`, 'content-type': request.headers.get('content-type') ?? '' },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  return answer.json().data.id;
}

/** An order that was signed for 118 of 120 pieces; its receipt waits. */
async function signed(more: Record<string, unknown> = {}): Promise<{ orderCode: string; waybillCode: string }> {
  const orderCode = await a.order({ receiptRequire: 2, receiptCopies: 2, ...more });
  const { data } = await a.stow(await a.truck(), [orderCode]);
  await a.depart(data.waybillCode);
  const answer = await a.post('/api/tms/customerOrder/sign', {
    orderCode,
    signer: '李店长',
    signPieces: 118,
    rejectPieces: 2,
    rejectReason: '外箱破损',
  });
  expect(answer.code).toBe(200);
  return { orderCode, waybillCode: data.waybillCode };
}
const detail = async (orderCode: string) => (await a.post('/api/tms/receipt/detail', { id: orderCode })).data;
const save = async (orderCode: string, more: Record<string, unknown> = {}) =>
  a.post('/api/tms/receipt/save', {
    orderCode,
    version: (await detail(orderCode)).version,
    signer: '李店长',
    signTime: inHours(0),
    signPieces: 118,
    rejectPieces: 2,
    rejectReason: '外箱破损',
    pages: [await picture()],
    ...more,
  });
const many = (verb: string, orderCodes: string[], more: Record<string, unknown> = {}) =>
  a.post(`/api/tms/receipt/${verb}`, { orderCodes, ...more });

describe('a receipt', () => {
  it('is asked of who drove, once an hour; where nobody can be told it says whom to ring up', async () => {
    const { orderCode, waybillCode } = await signed();
    const urge = async (codes: string[]) => (await many('urge', codes)).data;
    expect(await urge([orderCode, 'DD00000000000'])).toMatchObject([
      { orderCode, ok: false, msg: expect.stringMatching(/没有登录账号，请拨打电话联系$/u) },
      { ok: false, msg: '回单不存在或无权操作' },
    ]);
    const { userId } = await a.user({ menus: [] });
    await sql`update app_user set driver_id = (select driver_id from waybill where waybill_code = ${waybillCode}) where id = ${userId}`.execute(
      a.db,
    );
    expect(await urge([orderCode])).toMatchObject([{ orderCode, ok: true }]);
    expect(await urge([orderCode])).toMatchObject([{ ok: false, msg: '1小时内已催过' }]);
    const { rows } = await sql<{
      content: string;
    }>`select m.content from message_user mu join message m on m.id = mu.message_id
      where mu.user_id = ${userId}`.execute(a.db);
    expect(rows).toMatchObject([{ content: expect.stringContaining('请上传回单图片') }]);
  });

  it('begins with the signature and goes on paper to the customer, each step noted', async () => {
    const { orderCode, waybillCode } = await signed();
    expect(await detail(orderCode)).toMatchObject({
      receiptNo: expect.stringMatching(/^HD\d{11}$/u),
      stage: 'toUpload',
      waybillCode,
      signer: '李店长',
      signPieces: 118,
      deliveredPieces: 120,
      overdueDays: 0,
      allowActions: ['upload'],
      pages: [],
    });
    expect(await many('audit', [orderCode], { pass: true })).toMatchObject({
      data: [{ ok: false, msg: '待上传的回单不能审核通过，只有已上传时可以' }],
    });
    expect(await save(orderCode)).toMatchObject({ code: 200, data: { version: 2 } });
    expect(await many('audit', [orderCode], { pass: false })).toMatchObject({
      code: 4000,
      msg: '请填写驳回原因，至少2个字符',
    });
    await many('audit', [orderCode], { pass: false, reason: '签名看不清' });
    expect(await detail(orderCode)).toMatchObject({
      stage: 'rejected',
      auditRemark: '签名看不清',
      allowActions: ['upload'],
    });
    expect(
      await save(orderCode, {
        signer: '李店长本人',
        pages: [await picture(), await picture('第二页.pdf', Buffer.from('%PDF-1.7'))],
      }),
    ).toMatchObject({
      code: 200,
    });
    expect((await detail(orderCode)).pages).toMatchObject([
      { name: '回单.jpg', image: true },
      { name: '第二页.pdf', image: false },
    ]);
    expect((await a.orderOf(orderCode)).signer).toBe('李店长本人');
    expect(await many('recover', [orderCode])).toMatchObject({
      data: [{ ok: false, msg: '待审核的回单不能回收登记，请先审核通过' }],
    });
    for (const [verb, more] of [
      ['audit', { pass: true }],
      ['recover', {}],
      ['send', { expressCompany: '顺丰', expressNo: 'SF1234567' }],
      ['receive', {}],
      ['returnClient', {}],
    ] as const)
      expect(await many(verb, [orderCode], more)).toMatchObject({ data: [{ orderCode, ok: true }] });
    const last = await detail(orderCode);
    expect(last).toMatchObject({ stage: 'returned', expressNo: 'SF1234567', allowActions: [] });
    expect(last.log.map((one: { action: string }) => one.action)).toEqual([
      '签收',
      '上传',
      '驳回',
      '上传',
      '审核通过',
      '回收登记',
      '寄出',
      '接收',
      '返客户',
    ]);
    expect(await save(orderCode)).toMatchObject({
      code: 4010,
      msg: '已返客户的回单不能上传，只有待上传、已上传时可以',
    });
  });

  it('holds the paper against what was delivered', async () => {
    const { orderCode } = await signed();
    expect(await save(orderCode, { signPieces: 120 })).toMatchObject({
      code: 4000,
      msg: '实签120件加拒收2件，应等于送达120件',
    });
    expect(await save(orderCode, { rejectReason: '' })).toMatchObject({ code: 4000, msg: '有拒收时请填写拒收原因' });
    expect(await save(orderCode, { pages: [] })).toMatchObject({ code: 4000, msg: '请上传回单图片' });
    expect(await save(orderCode, { signTime: inHours(-50) })).toMatchObject({
      code: 4000,
      msg: expect.stringContaining('签收时间不能早于发车时间'),
    });
    expect(await save(orderCode, { signTime: inHours(3) })).toMatchObject({
      code: 4000,
      msg: '签收时间不能晚于当前时间',
    });
    expect(await save(orderCode, { pages: ['990001'] })).toMatchObject({ code: 4000, msg: '文件不存在，请重新上传' });
    expect(await save(orderCode, { version: 9 })).toMatchObject(changedByOther);
  });

  it('is not there for an order that asks for none, and done with its audit when electronic', async () => {
    const none = await signed({ receiptRequire: 0, receiptCopies: 0 });
    expect(await a.post('/api/tms/receipt/detail', { id: none.orderCode })).toMatchObject({ code: 4004 });
    const { orderCode } = await signed({ receiptRequire: 1, receiptCopies: 0 });
    await save(orderCode);
    await many('audit', [orderCode], { pass: true });
    expect(await many('recover', [orderCode])).toMatchObject({
      data: [{ ok: false, msg: '电子回单审核通过即完成，没有纸质回单' }],
    });
  });

  it('goes with the signature that is taken back, and begins anew with the next', async () => {
    const { orderCode } = await signed();
    await save(orderCode);
    const revoke = () => a.post('/api/tms/customerOrder/revokeSign', { orderCode, reason: '签错了单' });
    expect(await revoke()).toMatchObject({ code: 200 });
    expect(await detail(orderCode)).toMatchObject({ stage: 'cancelled', pages: [], allowActions: [] });
    await a.post('/api/tms/customerOrder/sign', { orderCode, signer: '王店员', signPieces: 120 });
    expect(await detail(orderCode)).toMatchObject({ stage: 'toUpload', signPieces: 120, allowActions: ['upload'] });
    await save(orderCode, { signPieces: 120, rejectPieces: 0 });
    await many('audit', [orderCode], { pass: true });
    await many('recover', [orderCode]);
    expect(await revoke()).toMatchObject({
      code: 4010,
      msg: expect.stringMatching(/^回单HD\d+已回收，不能撤销签收$/u),
    });
  });

  it('is overdue ten days after the signature, paper; the list, its counts and its tabs agree', async () => {
    const { orderCode } = await signed();
    await sql`update receipt set due_at = now() - interval '25 hours' where order_id = (select id from customer_order where order_code = ${orderCode})`.execute(
      a.db,
    );
    const { data } = await a.post('/api/tms/receipt/page', { overdue: 'yes' });
    expect(data.list).toMatchObject([{ orderCode, overdueDays: 2 }]);
    const { data: all } = await a.post('/api/tms/receipt/page', { size: 200 });
    const { data: counts } = await a.post('/api/tms/receipt/statusCount');
    for (const row of all.list) expect(row.stage).toBe(receiptStageOf(row));
    const stages: string[] = all.list.map((row: { stage: string }) => row.stage);
    for (const stage of new Set(stages)) expect(counts[stage]).toBe(stages.filter((one) => one === stage).length);
    expect(counts.all).toBe(all.total);
  });

  it('gives its pictures as one file, and is another company’s secret', async () => {
    const { orderCode } = await signed();
    await save(orderCode);
    const answer = await app.http.inject({
      method: 'POST',
      url: '/api/tms/receipt/downloadZip',
      headers: { authorization: `Bearer ${a.token}` },
      payload: { orderCodes: [orderCode] },
    });
    expect(answer.headers['content-type']).toBe('application/zip');
    expect(answer.rawPayload.includes(Buffer.from(`${orderCode}/1-回单.jpg`))).toBe(true);
    const b = await app.company('回单乙');
    expect(await app.post('/api/tms/receipt/detail', { id: orderCode }, b.token)).toMatchObject({ code: 4004 });
    expect(await app.post('/api/tms/receipt/recover', { orderCodes: [orderCode] }, b.token)).toMatchObject({
      data: [{ ok: false, msg: '回单不存在或无权查看' }],
    });
  });
});
