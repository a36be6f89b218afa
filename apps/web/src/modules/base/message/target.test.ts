import { buildMenuTree } from '@tongda/contract/shell/tree';
import { expect, test, vi } from 'vitest';
import { objectsOf, targetOf, unreadUrl } from './target';

const all = buildMenuTree(new Set(['location', 'vehicle']), ['common', 'webGIS']);

test('an object tag names one object or several', () => {
  expect(objectsOf('device:9|vehicle:7')).toEqual({ device: '9', vehicle: '7' });
  expect(objectsOf('')).toEqual({});
  expect(objectsOf('vehicle:|x')).toEqual({});
});

test('an alarm leads to the vehicle on the map, a certificate to its record', () => {
  expect(targetOf({ category: 13, objTag: 'alarm:5|vehicle:7' }, all)).toBe(
    '/community/location?vehicleId=7&alarmId=5',
  );
  expect(targetOf({ category: 12, objTag: 'vehicle:7' }, all)).toBe('/resources/vehicle/details?id=7');
  expect(targetOf({ category: 12, objTag: 'cut:3|vehicle:7' }, all)).toBe(
    '/resources/vehicle/details?id=7&tab=commands',
  );
});

test('a driver’s word leads to its waybill or report', () => {
  const office = buildMenuTree(new Set(['transportTask', 'abnormalReporting']), ['common', 'tms']);
  expect(targetOf({ category: 12, objTag: 'waybill:YS1|vehicle:7' }, office)).toBe(
    '/transport/waybillManage/transportTask/check?id=YS1',
  );
  expect(targetOf({ category: 12, objTag: 'abnormal:YC1|waybill:YS1|vehicle:7' }, office)).toBe(
    '/transport/businessTracking/abnormalReporting/detail/YS1',
  );
});

test('news of a repair lead to the request', () => {
  const tree = buildMenuTree(new Set(['reportForRepair']), ['common']);
  expect(targetOf({ category: 12, objTag: 'repair:BX26112800001' }, tree)).toBe(
    '/settings/reportForRepair?keyword=BX26112800001',
  );
});

test('what is not told any more leads to where it goes on', () => {
  const tree = buildMenuTree(new Set(['dataForwarding', 'location']), ['common', 'webGIS']);
  expect(targetOf({ category: 15, objTag: 'app:9' }, tree)).toBe('/community/interfaceCenter?tab=push&appId=9');
  expect(targetOf({ category: 15, objTag: 'forward:4' }, tree)).toBe('/report/forwarding');
  expect(targetOf({ category: 15, objTag: 'forward:4' }, all)).toBeNull();
});

test('the end of a grant leads to what the grantee was given', () => {
  const office = buildMenuTree(new Set(['vehicleEquipmentGrant']), ['common', 'webGIS']);
  expect(targetOf({ category: 12, objTag: 'grantee:user-7|family:vehicle' }, office)).toBe(
    '/enterprise/resourceAuthorization/vehicleEquipment/detail?granteeType=2&granteeId=7',
  );
  expect(targetOf({ category: 12, objTag: 'grantee:org-7|family:lock' }, office)).toBeNull();
});

test('without the right, without an object, and for announcements the message itself is shown', () => {
  expect(targetOf({ category: 12, objTag: 'vehicle:7' }, [])).toBeNull();
  expect(targetOf({ category: 13, objTag: '' }, all)).toBeNull();
  expect(targetOf({ category: 14, objTag: 'vehicle:7' }, all)).toBeNull();
});

test('a count leads to exactly what it counts: unread messages of thirty days', () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 28, 2), toFake: ['Date'] });
  const query = new URLSearchParams(unreadUrl(3, 12).split('?')[1]);
  vi.useRealTimers();
  const { startTime, ...rest } = Object.fromEntries(query);
  expect(rest).toEqual({ categoryId: '12', readFlag: '0', endTime: 'null' });
  expect(startTime).toMatch(/2026-10-29 10:00:00/u);
  expect(unreadUrl(0, 12)).toBe('/community/message?categoryId=12');
});

test('news of an order lead to that order, for the buyer and for who reviews it', () => {
  const tree = buildMenuTree(new Set(['member', 'equipmentCost', 'orderCenter', 'orderAudit']), ['common', 'webGIS']);
  const of = (objTag: string) => targetOf({ category: 11, objTag }, tree);
  expect(of('memberOrder:HY1')).toBe('/community/member/purchaseHistory?orderNo=HY1&open=HY1');
  expect(of('renewOrder:XF1')).toBe('/enterprise/equipmentCost/detail?orderNo=XF1');
  expect(of('erpOrder:DD1|erpId:7')).toBe('/enterprise/orderCenter?orderNo=DD1&open=7');
  expect(of('device:9')).toBe('/enterprise/equipmentCost');
  expect(targetOf({ category: 14, objTag: 'auditKind:3|auditNo:DD1|auditId:7' }, tree)).toBe(
    '/backstage/orderAudit/details?kind=3&orderNo=DD1&id=7',
  );
});
