// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { bindNotify } from '../dialog/notify';
import { useBrand } from './brand';
import { mayPurchase } from './purchase';
import { storeTokens } from './tokens';

let result = 0;
const toasts: Array<{ content: string; duration: number }> = [];
beforeEach(() => {
  storeTokens({
    access_token: 'access',
    refresh_token: 'refresh',
    expires_in: 1800,
    refresh_expires_in: 28_800,
    superManagerFlag: 0,
    superClientId: null,
    superUserId: null,
    superUserName: null,
    noJump: 1,
  });
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ code: 200, msg: 'ok', data: result })));
  bindNotify({ message: { open: (toast: (typeof toasts)[number]) => toasts.push(toast) } } as unknown as Parameters<
    typeof bindNotify
  >[0]);
});
afterEach(() => {
  toasts.length = 0;
  vi.unstubAllGlobals();
});

test('T25: 1 = pay first, 2 = wait for the review (with the platform’s own name), both for 5 s; anything else opens the purchase', async () => {
  useBrand.setState({ own: { ...brand, platformName: '鲜果通' } });
  result = 1;
  expect(await mayPurchase()).toBe(false);
  result = 2;
  expect(await mayPurchase()).toBe(false);
  result = 0;
  expect(await mayPurchase()).toBe(true);
  expect(toasts).toMatchObject([
    { content: '有待付款的订单，请先去“我的订单”中确认支付', duration: 5 },
    { content: '有待审核的订单，鲜果通工作人员会在3个工作日内审批完成，详情查看“我的订单”', duration: 5 },
  ]);
});

const brand = {
  clientId: '102',
  platformName: '',
  logoUrl: null,
  logoHeight: null,
  loginLogoUrl: null,
  faviconUrl: null,
  loginBgUrl: null,
  themeColor: null,
  policeIcp: '',
  copyright: '',
  icp: '',
  servicePhone: '',
  appUrl: '',
  serviceHours: '',
  serviceWechatUrl: '',
  urlName: null,
};
