// @vitest-environment jsdom
import type { Brand } from '@tongda/contract/base/brand/calls';
import { expect, test } from 'vitest';
import { brandNameKept, logoOf, platformName } from './brand';

const brand = (part: Partial<Brand>): Brand => ({
  clientId: null,
  platformName: '通达',
  logoUrl: null,
  logoHeight: null,
  loginLogoUrl: null,
  loginBgUrl: null,
  faviconUrl: null,
  themeColor: null,
  copyright: '',
  icp: '',
  policeIcp: '',
  servicePhone: '',
  appUrl: '',
  serviceHours: '',
  serviceWechatUrl: '',
  urlName: null,
  ...part,
});

test('T24 logo: OEM as the picture is, by address 30 px, client 6670 40 px, otherwise the mark at 30 px', () => {
  const own = brand({ clientId: '102', logoUrl: '/own.svg' });
  const address = brand({ clientId: '103', logoUrl: '/address.svg', urlName: 'fruit' });
  expect(logoOf({ own, address }, '102')).toEqual({ src: '/own.svg', height: 'auto' });
  expect(logoOf({ own: { ...own, logoHeight: 36 }, address }, '102')).toEqual({ src: '/own.svg', height: 36 });
  expect(logoOf({ own: brand({}), address }, '101')).toEqual({ src: '/address.svg', height: 30 });
  expect(logoOf({ own: brand({}), address }, '6670')).toEqual({ src: '/address.svg', height: 40 });
  expect(logoOf({ own: null, address: null }, '6670')).toEqual({ src: null, height: 40 });
  expect(logoOf({ own: null, address: null }, '101')).toEqual({ src: null, height: 30 });
  // A company's height is data: any of them may have one, also without a picture of its own.
  expect(logoOf({ own: brand({ clientId: '102', logoHeight: 40 }), address }, '102')).toEqual({
    src: '/address.svg',
    height: 40,
  });
  // An enterprise logo wins over the rule of client 6670.
  expect(logoOf({ own: brand({ clientId: '6670', logoUrl: '/own.svg' }), address: null }, '6670').height).toBe('auto');
});

test('the name: the company’s own brand, then the address’s, then the platform’s', () => {
  const own = brand({ clientId: '102', platformName: '鲜果通' });
  const address = brand({ clientId: '103', platformName: '某某云' });
  expect(platformName({ own, address })).toBe('鲜果通');
  expect(platformName({ own: brand({}), address })).toBe('某某云');
  expect(platformName({ own: null, address: null })).toBe('通达');
});

test('the name in an address is remembered, nonsense is not', () => {
  expect(brandNameKept()).toBeUndefined();
  expect(brandNameKept('fruit')).toBe('fruit');
  expect(brandNameKept('../x')).toBe('fruit');
  expect(brandNameKept()).toBe('fruit');
});
