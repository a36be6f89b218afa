import { personalMask } from '@tongda/contract/core/field/personal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type TestApp, testApp } from '../../../../test/test-app';
import { type TransportFixture, transportFixture } from '../../../../test/transport-kit';
import { findExport } from '../../../core/export/definition';
import { listEndpoints } from '../../../core/http/endpoints';

let app: TestApp;
let us: TransportFixture;
let vehicleId: string;
const number = '13816502213';
const masked = '138****2213';

beforeAll(async () => {
  app = await testApp();
  us = await transportFixture(app, '号码公司');
  vehicleId = await us.addVehicle('沪P30001', { driverId: us.driverId });
});
afterAll(() => app.close());

/** Names of all fields in an answer's schema. */
function fieldsOf(schema: unknown): Set<string> {
  const names = new Set<string>();
  const walk = (part: unknown, depth: number): void => {
    if (depth > 14 || typeof part !== 'object' || part === null) return;
    const { shape, def } = part as { shape?: Record<string, unknown>; def?: Record<string, unknown> };
    for (const [field, inner] of Object.entries(shape ?? {})) {
      names.add(field);
      walk(inner, depth + 1);
    }
    for (const one of ['innerType', 'element', 'in', 'out', 'valueType', 'left', 'right']) walk(def?.[one], depth + 1);
    for (const one of (def?.options as unknown[] | undefined) ?? []) walk(one, depth + 1);
  };
  walk(schema, 0);
  return names;
}

/** Answers with a number that is nobody's own: businesses give it to be called, or it is the caller's. */
const ofBusinesses: Readonly<Record<string, string>> = {
  '/api/base/org/detail': 'department',
  '/api/base/org/calc/info': 'points that a score loses for telephoning',
  '/api/base/manage/region/page': 'place',
  '/api/base/manage/region/detail': 'place',
  '/api/base/manage/carrier/page': 'carrier',
  '/api/base/manage/carrier/detail': 'carrier',
  '/api/base/manage/customer/page': 'customer',
  '/api/base/manage/customer/detail': 'customer',
  '/api/base/manage/fleet/detail': 'fleet',
  '/api/base/manage/store/page': 'store',
  '/api/base/manage/store/detail': 'store',
  '/api/tms/customerOrder/places': 'shippers and receivers',
  '/api/alarm/push/detail': 'whether there is a number',
  '/api/alarm/push/choices': 'whether there is a number',
  ...Object.fromEntries(
    ['repair/page', 'repair/detail', 'repairManage/page', 'repairManage/detail'].map((path) => [
      `/api/base/${path}`,
      'whom the engineer calls at the vehicle, and the engineer of the provider',
    ]),
  ),
  '/api/base/user/info': 'own',
  '/api/base/user/profile': 'own',
  '/api/base/user/detail': 'edited there',
  '/api/base/user/systemApply/list': 'the applicant’s own, for the provider',
  '/api/base/onlineRenewal/getTicketInfo': 'invoice',
  '/api/base/onlineRenewal/orderDetail': 'invoice',
  '/api/base/orderAudit/detail': 'invoice',
  '/api/base/member/orderPreview': 'invoice',
  '/api/base/member/queryOrderDetail': 'invoice',
  '/api/base/erpOrder/detail': 'invoice',
  '/api/tms/driverApp/tasks': 'the driver’s own telephone',
  '/api/base/messageTrace/parse': 'of the terminal: its number in the header of a frame',
  '/api/base/manage/device/trace/frame': 'of the terminal: its number in the header of a frame',
  '/api/base/messageTrace/frame': 'of the terminal: its number in the header of a frame',
  '/api/base/manage/vehicle/message/show': 'of the terminal: its number in the header of a frame',
  '/api/base/portable/message/show': 'of the terminal: its number in the header of a frame',
  '/api/alarm/record/raw': 'of the terminal: its number in the header of a frame',
  '/api/gis/monitor/call': 'asked for by 拨打, and noted',
};
/** Files with a number that a business gives to be called. */
const filesOfBusinesses: Readonly<Record<string, string>> = {
  '/api/base/org/export': 'department',
  '/api/base/manage/region/export': 'place',
  '/api/base/manage/carrier/export': 'carrier',
  '/api/base/manage/customer/export': 'customer',
  '/api/base/manage/store/exportStore': 'store',
  '/api/base/repairManage/export': 'whom the engineer calls at the vehicle, and the engineer of the provider',
};
const businessFields = /^(?:ship|receive|service|contact)Phone$/u;

describe('numbers of people', () => {
  it('are masked in every answer that has such a field, or the answer is named here with its reason', () => {
    const open: string[] = [];
    for (const { path, output } of listEndpoints()) {
      if (!(output instanceof z.ZodType)) continue;
      for (const field of fieldsOf(output)) {
        if (!/^(?:phone|mobile|idCard|idCardNo|\w+Phone)$/u.test(field) || businessFields.test(field)) continue;
        if (personalMask(path, field, false) !== null || ofBusinesses[path]) continue;
        // stops of a waybill say whom to call there
        if (field === 'phone' && /^\/api\/tms\/(?:waybill|arrival|departure|stowage)\//u.test(path)) continue;
        open.push(`${path} ${field}`);
      }
    }
    expect(open).toEqual([]);
  });

  it('are masked in every file that has such a column, by the rule of its call', () => {
    const open: string[] = [];
    let looked = 0;
    for (const { path } of listEndpoints()) {
      const columns = findExport(path)?.columns;
      // columns that depend on the request are days
      if (!Array.isArray(columns)) continue;
      for (const { value: field } of columns as ReadonlyArray<{ value: string }>) {
        if (!/^(?:phone|mobile|idCard|idCardNo|\w+Phone)$/u.test(field) || businessFields.test(field)) continue;
        looked++;
        if (personalMask(path, field, false) === null && !filesOfBusinesses[path]) open.push(`${path} ${field}`);
      }
    }
    expect(open).toEqual([]);
    expect(looked).toBeGreaterThan(5);
  });

  it('are masked in lists, cards, near-by, structure and pickers for everybody', async () => {
    const calls: Array<[string, object]> = [
      ['/api/base/manage/driver/page', {}],
      ['/api/base/manage/driver/options', {}],
      ['/api/base/manage/fleet/leaders', {}],
      ['/api/base/manage/vehicle/page', {}],
      ['/api/gis/monitor/snapshot', {}],
      ['/api/gis/monitor/detail', { vehicleId }],
      ['/api/base/org/members', { orgId: us.orgId, id: us.orgId, page: 1, size: 50 }],
      ['/api/base/user/page', {}],
      ['/api/tms/search', { text: '周立群' }],
    ];
    for (const [path, input] of calls) {
      const answer = await us.post(path, input);
      expect([path, answer.code]).toEqual([path, 200]);
      expect([path, JSON.stringify(answer.data).match(/(?<!\d)1[3-9]\d{9}(?!\d)/gu) ?? []]).toEqual([path, []]);
    }
    const { data } = await us.post('/api/gis/monitor/snapshot', {});
    expect(data.vehicles.map((one: { driverPhone: string }) => one.driverPhone)).toContain(masked);
  });

  it('are in no sentence that a call answers or a log keeps', async () => {
    const [orderCode, other] = [await us.order(), await us.order()];
    const { waybillCode } = (await us.stow(await us.truck(), [orderCode])).data;
    const { waybillCode: left } = (await us.stow(await us.truck(), [other])).data;
    await us.depart(left);
    const { userId } = await us.user({ menus: ['driver'] });
    await us.db.updateTable('app_user').set({ phone: number }).where('id', '=', userId).execute();
    const { data: user } = await us.post('/api/base/user/detail', { id: userId });
    expect(await us.post('/api/base/user/update', { ...user, name: '周立群', phone: '13900001111' })).toMatchObject({
      code: 200,
    });
    const asks: Array<[string, object]> = [
      ['/api/tms/tracking/notifyDriver', { orderCode, text: '请回电联系调度', speak: true }],
      ['/api/tms/waybill/transportTask/remind', { waybillCode }],
      ['/api/tms/receipt/urge', { orderCodes: [other] }],
      ['/api/tms/log/page', { objType: 'waybill', objCode: waybillCode }],
      ['/api/base/user/changeHis', { id: userId }],
    ];
    for (const [path, input] of asks) {
      const answer = await us.post(path, input);
      expect([path, answer.code]).toEqual([path, 200]);
      expect([path, JSON.stringify(answer.data).match(/(?<!\d)1[3-9]\d{9}(?!\d)/gu) ?? []]).toEqual([path, []]);
    }
  });

  it('stand in full on the page of one record for who has 查看完整信息, masked for others', async () => {
    const detail = { id: us.driverId };
    expect((await us.post('/api/base/manage/driver/detail', detail)).data.phone).toBe(number);
    const viewer = await us.user({ menus: ['driver', 'vehicle', 'monitoring', 'location'] });
    expect((await app.post('/api/base/manage/driver/detail', detail, viewer.token)).data.phone).toBe(masked);
    expect((await us.post('/api/base/manage/vehicle/detail', { id: vehicleId })).data.driverPhone).toBe(number);
  });

  it('拨打 gives the whole number and leaves a line in the vehicle’s history', async () => {
    const watcher = await us.user({ menus: ['monitoring', 'location'], orgId: null });
    const { data } = await us.post('/api/gis/monitor/call', { vehicleId });
    expect(data).toEqual({ name: '周立群', phone: number });
    const history = (await us.post('/api/base/manage/vehicle/changeHis', { id: vehicleId })).data.list;
    expect(history[0]).toMatchObject({ action: '查看司机电话' });
    const other = await app.post('/api/gis/monitor/call', { vehicleId: '1' }, watcher.token);
    expect(other.code).toBe(4004);
  });
});
