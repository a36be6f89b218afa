import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../../../test/test-app';
import { inHours, type TransportFixture, transportFixture } from '../../../../test/transport-kit';

let app: TestApp;
let a: TransportFixture;

beforeAll(async () => {
  app = await testApp();
  a = await transportFixture(app, '打印');
});
afterAll(() => app.close());

it('answers everything that the papers of orders and waybills say, and nothing to who has not the right', async () => {
  const orderCode = await a.order({ remark: '轻放', customerOrderNo: 'PO-7' });
  const { data } = await a.stow(await a.truck(), [orderCode]);
  const orders = await a.post('/api/tms/customerOrder/print', { orderCodes: [orderCode] });
  expect(orders).toMatchObject({
    code: 200,
    data: { companyName: '打印', orders: [{ orderCode, items: [{ cargoName: '速冻水饺', pieces: 120 }] }] },
  });
  const print = '/api/tms/waybill/transportTask/print';
  const waybills = await a.post(print, { waybillCodes: [data.waybillCode] });
  expect(waybills).toMatchObject({
    code: 200,
    data: {
      waybills: [
        {
          waybillCode: data.waybillCode,
          legs: [{ orderCode }],
          cargo: [
            {
              orderCode,
              customerOrderNo: 'PO-7',
              receiveAddress: '江苏省苏州市姑苏区观前街88号',
              remark: '轻放',
              items: [{ cargoName: '速冻水饺', packUnit: '箱', pieces: 120, weightKg: 960, volumeM3: 6.2 }],
            },
          ],
        },
      ],
    },
  });
  expect(await a.post('/api/tms/waybill/waybillStowage/print', { waybillCodes: [data.waybillCode] })).toMatchObject({
    code: 4004,
  });
  const { token } = await a.user({ menus: ['transportTask'] });
  expect(await app.post(print, { waybillCodes: [data.waybillCode] }, token)).toMatchObject({ code: 4003 });
  const b = await transportFixture(app, '别家');
  expect(await b.post(print, { waybillCodes: [data.waybillCode] })).toMatchObject({ code: 4004 });
});

it('answers what a 提单 fetches where: pick-up orders with their own goods and times', async () => {
  const orderCode = await a.order({ pickUpFlag: 1, pickFrom: inHours(1), pickTo: inHours(5) });
  const { data: picks } = await a.post('/api/tms/pickUpOrder/page', { code: orderCode, orderStatus: 1 });
  const pickUpCode = picks.list[0].pickUpCode as string;
  const { data } = await a.stow(await a.truck(), [pickUpCode], { waybillKind: 1, toPlaceId: a.qingpu });
  expect(await a.post('/api/tms/waybill/billOfLading/print', { waybillCodes: [data.waybillCode] })).toMatchObject({
    code: 200,
    data: {
      waybills: [
        {
          waybillCode: data.waybillCode,
          legs: [{ orderCode: pickUpCode, fromSeq: 2 }],
          cargo: [
            {
              orderCode: pickUpCode,
              shipper: '赵仓管',
              shipAddress: '上海市青浦区华新镇嘉松中路1号',
              items: [{ cargoName: '速冻水饺', packUnit: '箱', pieces: 120, weightKg: 960 }],
            },
          ],
        },
      ],
    },
  });
});

it('answers a pick-up order and what a site took in, each to whom has the right of its own', async () => {
  const orderCode = await a.order({ pickUpFlag: 1, pickFrom: inHours(1), pickTo: inHours(5) });
  const { data: picks } = await a.post('/api/tms/pickUpOrder/page', { code: orderCode, orderStatus: 1 });
  const pickUpCodes = [picks.list[0].pickUpCode as string];
  const pickUp = '/api/tms/pickUpOrder/print';
  expect(await a.post(pickUp, { pickUpCodes })).toMatchObject({
    code: 200,
    data: { companyName: '打印', pickUps: [{ pickUpCode: pickUpCodes[0], orderCode, items: [{ pieces: 120 }] }] },
  });
  const { token } = await a.user({ menus: ['pickUpOrder', 'receiptOrder'] });
  expect(await app.post(pickUp, { pickUpCodes }, token)).toMatchObject({ code: 4003 });
  const brought = await a.order();
  const made = await a.post('/api/tms/receiptOrder/add', { orderCode: brought, siteId: a.qingpu });
  const receiptCodes = [made.data.receiptCode as string];
  const receipt = '/api/tms/receiptOrder/print';
  expect(await a.post(receipt, { receiptCodes })).toMatchObject({
    code: 200,
    data: { receipts: [{ receiptCode: receiptCodes[0], orderCode: brought, siteName: '青浦分拨中心' }] },
  });
  expect(await app.post(receipt, { receiptCodes }, token)).toMatchObject({ code: 4003 });
});
