import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestApp, testApp } from '../test-app';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

/** The calls that the specification names, those that it writes in several rows once. */
const specified = {
  GET: [
    '/api/sso/oauth/getLoginInfo',
    '/api/sso/oauth/getLoginCode',
    '/api/base/wxAuth/getAuthCode',
    '/api/base/wxAuth/queryAuthCodeStatus',
    '/api/base/manage/vehicle/getDictionary',
    '/api/base/open/brandoem/infoByHost',
    '/api/base/base/file/view',
    '/api/base/base/file/view-url',
    '/api/map/v3/geocode/regeo',
    '/intCall/showNowStatus',
    '/intCall/showWarnList',
    '/intCall/showAccStatus',
    '/api/base/open/information/browseInformation',
    '/api/base/member/queryMemberPrice',
    '/api/base/member/queryNonPurchasableModel',
  ],
  POST: [
    '/api/sso/oauth/token',
    '/api/sso/oauth/changeLogin',
    '/api/sso/oauth/logout',
    '/api/base/user/menuTree',
    '/api/base/user/info',
    '/api/base/user/upPwd',
    '/api/base/user/sendBindVerifyCode',
    '/api/base/user/upPhone',
    '/api/base/user/unBindWxUser',
    '/api/base/user/upName',
    '/api/base/cms/brandoem/infoByClientId',
    '/api/base/user/systemApply/apply',
    '/api/base/user/systemApply/getClientInfo',
    '/api/base/user/systemApply/list',
    '/api/base/client/getLoginCompanyInfo',
    '/api/base/manage/vehicleGroup/addGroup',
    '/api/base/manage/vehicleGroup/addGroupVehicle',
    '/api/base/manage/vehicleGroup/delGroup',
    '/api/base/manage/vehicleGroup/showGroup',
    '/api/base/manage/vehicleGroup/getVehicleByUserId',
    '/api/base/manage/vehicleGroup/saveVehicleGroupSort',
    '/api/base/manage/vehicleGroup/updateVehicleGroupSort',
    '/api/base/manage/vehicleGroup/updateGroupName',
    '/api/base/msg/getNoticeNum',
    '/api/base/msg/getAnnouncement',
    '/api/base/msg/getMsgAllType',
    '/api/base/msg/getServiceFee',
    '/api/base/msg/groupingCount',
    '/api/base/msg/page',
    '/api/base/msg/read',
    '/api/base/msg/readAll',
    '/api/file/download/getDownLoadList',
    '/api/file/download/getDownLoadStatus',
    '/api/base/manage/store/page',
    '/api/base/userFrontendConfig/getField',
    '/api/base/userFrontendConfig/saveField',
    '/api/base/userFrontendConfig/bathGet',
    '/api/base/userFrontendConfig/bathSave',
    '/api/base/cms/survey/notify',
    '/api/base/open/loginSurvey',
    '/api/base/open/saveAnswer',
    '/api/base/open/information/addInformation',
    '/api/base/member/purchaseCheck',
    '/api/base/member/createOrder',
    '/api/base/member/closeOrder',
    '/api/base/member/getPaymentQRCode',
    '/api/base/member/queryPurchaseRecords',
    '/api/base/member/queryAvailableEquipment',
    '/api/base/member/queryMemberDevice',
    '/api/base/member/queryNonPurchasableEquipment',
    '/api/base/member/queryOrderDetail',
    '/api/base/member/updateOrder',
    '/api/base/member/queryPaymentResults',
    '/api/base/member/queryAuthResult',
    '/api/base/member/contractPageRequest',
    '/api/base/member/rejectionReason',
    '/api/base/member/invoiceIssuance',
    '/api/base/member/afterSignContract',
    '/api/base/member/download',
    '/api/base/member/contract',
    '/api/base/onlineRenewal/getTicketInfo',
    '/api/base/manage/area/listAll',
    '/api/tms/cargoconfig/verificationCompany',
    '/api/base/manage/store/add',
    '/api/base/manage/store/update',
    '/api/base/manage/store/del',
    '/api/base/manage/store/changeHis',
    '/api/base/manage/store/exportStore',
    '/api/base/manage/store/exportStation',
    '/api/base/manage/store/siteAdd',
    '/api/base/manage/store/batchDel',
    '/api/base/manage/store/batchModify',
    '/api/base/manage/route/page',
    '/api/base/manage/route/add',
    '/api/base/manage/route/update',
    '/api/base/manage/route/delete',
    '/api/base/manage/route/changeHis',
    '/api/base/manage/route/exportRoute',
    '/api/base/base/file/upload',
  ],
} as const;

/** Calls of screens that are not built yet. */
const notBuilt: readonly string[] = ['/intCall/showNowStatus', '/intCall/showWarnList', '/intCall/showAccStatus'];

const rows = Object.entries(specified).flatMap(([method, paths]) => paths.map((path) => ({ method, path })));

it('has the calls of the catalogue as its rows', () => expect(rows).toHaveLength(94));

it.each(rows)('$method $path is answered by a call of its own', async ({ method, path }) => {
  const built = app.http.boundEndpoints.has(`${method} ${path}`);
  expect(built).toBe(!notBuilt.includes(path));
  // a call without its input or its login is refused in words, but never as an address that nobody knows
  const response = await app.http.inject({ method: method === 'GET' ? 'GET' : 'POST', url: path });
  expect(response.headers['content-type']).toContain('json');
  expect(response.statusCode === 404).toBe(!built);
});
