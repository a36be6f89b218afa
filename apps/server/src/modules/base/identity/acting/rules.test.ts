import { overTemperatureHandle } from '@tongda/contract/reports/cold-chain/over-temperature';
import { parkingReport } from '@tongda/contract/reports/driving/parking';
import { tripSettingDel } from '@tongda/contract/reports/driving/trip-setting';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../../../../test/test-app';
import { listEndpoints } from '../../../../core/http/endpoints';
import { openToActing, openToLook, openToWrite } from './open';
import { closedWhileActing, refusalWhileActing } from './rules';

let app: TestApp;
beforeAll(async () => {
  // binding declares the calls of reports
  app = await testApp();
});
afterAll(() => app.close());

const paths = (): string[] => [
  ...new Set<string>(listEndpoints().flatMap(({ path, access }) => (access === 'public' ? [] : [path]))),
];

/** Personal matters and what moves money or concludes contracts: nobody does it in another one's name. */
const closedToAll = [
  // who opens a box answers for it himself
  'base/bluetoothLock/remoteOpen',
  'base/bluetoothLock/tempCode',
  // the second person who agrees to a cut of fuel or power is himself
  'base/device/command/approve',
  'base/erpOrder/cancel',
  'base/erpOrder/getPaymentQRCode',
  'base/erpOrder/invoice',
  'base/erpOrder/payWays',
  'base/erpOrder/queryPaymentResults',
  'base/erpOrder/receive',
  'base/erpOrder/returnApply',
  'base/erpOrder/simulatePayment',
  'base/erpOrder/updateOrder',
  // the provider's own, as themselves only
  'base/instruct/approve',
  'base/instruct/check',
  'base/instruct/edition/add',
  'base/instruct/edition/changeHis',
  'base/instruct/edition/enable',
  'base/instruct/edition/encodePreview',
  'base/instruct/edition/options',
  'base/instruct/edition/page',
  'base/instruct/edition/publish',
  'base/instruct/edition/update',
  'base/instruct/export',
  'base/instruct/message',
  'base/instruct/numbers',
  'base/interface/app/add',
  'base/interface/app/del',
  'base/interface/app/rotate',
  'base/interface/app/switch',
  'base/interface/app/update',
  'base/manage/device/renew',
  'base/member/afterSignContract',
  'base/member/closeOrder',
  'base/member/contractPageRequest',
  'base/member/createOrder',
  'base/member/getPaymentQRCode',
  'base/member/invoiceIssuance',
  'base/member/queryPaymentResults',
  'base/member/simulatePayment',
  'base/member/updateOrder',
  'base/onlineRenewal/applyInvoice',
  'base/onlineRenewal/closeOrder',
  'base/onlineRenewal/confirm',
  'base/onlineRenewal/createOrder',
  'base/onlineRenewal/getPaymentQRCode',
  'base/onlineRenewal/queryPaymentResults',
  'base/onlineRenewal/simulatePayment',
  'base/onlineRenewal/uploadVoucher',
  'base/open/authorize/change',
  'base/open/authorize/changeHis',
  'base/open/authorize/enable',
  'base/open/authorize/grant',
  'base/open/authorize/log',
  'base/open/authorize/page',
  'base/open/authorize/resetSecret',
  'base/open/interface/add',
  'base/open/interface/changeHis',
  'base/open/interface/debug',
  'base/open/interface/detail',
  'base/open/interface/offers',
  'base/open/interface/page',
  'base/open/interface/publish',
  'base/open/interface/update',
  'base/orderAudit/invoice',
  'base/orderAudit/refund',
  'base/orderAudit/voidInvoice',
  'base/portable/param/add',
  'base/portable/param/apply',
  'base/portable/param/changeHis',
  'base/portable/param/del',
  'base/portable/param/page',
  'base/portable/param/save',
  'base/portable/upgrade/act',
  'base/portable/upgrade/changeHis',
  'base/portable/upgrade/del',
  'base/portable/upgrade/items',
  'base/portable/upgrade/page',
  'base/portable/upgrade/publish',
  'base/portable/upgrade/task',
  'base/portable/upgrade/tasks',
  'base/portable/upgrade/upload',
  'base/user/companies/invite',
  'base/user/companies/join',
  'base/user/companies/leave',
  'base/user/endLoginDevice',
  'base/user/endOtherDevices',
  'base/user/resetFactor',
  'base/user/secondFactor/begin',
  'base/user/secondFactor/confirm',
  'base/user/secondFactor/info',
  'base/user/secondFactor/off',
  'base/user/secondFactor/renewCodes',
  'base/user/sendBindVerifyCode',
  'base/user/unBindWxUser',
  'base/user/upEmail',
  'base/user/upHeadImg',
  'base/user/upName',
  'base/user/upPhone',
  'base/user/upPwd',
  'report/subscription/add',
  'report/subscription/delete',
  'report/subscription/switch',
  'sso/oauth/answerGrant',
];

describe('what may be called in somebody else’s name', () => {
  it('is named call by call; a new one is closed until it is put into open.ts, or into this list', () => {
    const named = new Set([...openToLook, ...openToWrite, ...openToActing]);
    const all = new Set(paths());
    const opened = new Set<string>(listEndpoints().flatMap(({ path, visit }) => (visit ? [path] : [])));
    // reports say it themselves
    expect(opened.size).toBeGreaterThan(100);
    expect([...opened].filter((path) => named.has(path))).toEqual([]);
    const closed = [...all].filter((path) => !named.has(path) && !opened.has(path));
    expect(closed.map((path) => path.replace('/api/', '')).sort()).toEqual(closedToAll);
    // nothing is open that does not exist, or twice
    expect([...named].filter((path) => !all.has(path))).toEqual([]);
    expect(named.size).toBe(openToLook.size + openToWrite.size + openToActing.size);
  });

  it('a call that nobody named is closed', () => {
    const unknown = { path: '/api/base/manage/vehicle/tomorrow' };
    for (const mode of ['look', 'visit', 'super'] as const) expect(closedWhileActing(mode, unknown)).toBe(true);
  });

  it('looks, writes and acts', () => {
    const said = (path: string) =>
      (['look', 'visit', 'super'] as const).map((mode) => refusalWhileActing(mode, { path }));
    const [readOnly, visit, acting] = [
      '当前为只读访问，不能修改数据',
      '访问企业期间不能执行此操作',
      '代管期间不能执行此操作',
    ];
    expect(said('/api/base/manage/vehicle/page')).toEqual([null, null, null]);
    // a report is looked at, and made a file of, by what its declaration says
    expect(refusalWhileActing('look', parkingReport.exportCall)).toBe(null);
    const sayings = (call: Parameters<typeof refusalWhileActing>[1]) =>
      (['look', 'visit', 'super'] as const).map((mode) => refusalWhileActing(mode, call));
    expect(sayings(overTemperatureHandle)).toEqual([readOnly, null, null]);
    expect(sayings(tripSettingDel)).toEqual([visit, visit, null]);
    expect(said('/api/base/manage/vehicle/update')).toEqual([readOnly, null, null]);
    expect(said('/api/base/manage/vehicle/del')).toEqual([visit, visit, null]);
    expect(said('/api/base/user/upPwd')).toEqual([visit, visit, acting]);
  });

  it('never changes accounts, roles or grants, deletes, or leaves a way in, for a visitor', () => {
    const strong =
      /\/(?:user|role|resourceAuth)(?:\/(?:map|lock|companies|handover))?\/(?:add|update|save|set\w*|status|del|kick|resetPwd|unlock|import|importCheck|run|copy|extend|revoke|unlink|\w*Members|invite)$|\/(?:del\w*|batchDel|delete|remove\w*|importUndo|portal\w*|share|signLink|qrcodeRenew)$|push\/(?:endpoint\/)?(?:add|update|test|switch)$/u;
    const found = listEndpoints().filter(({ path }) => strong.test(path));
    expect(found.length).toBeGreaterThan(80);
    // the role’s own rows are removed by the list’s words, not by a call of that name
    expect(found.filter((call) => !closedWhileActing('visit', call)).map(({ path }) => path)).toEqual([]);
  });
});
