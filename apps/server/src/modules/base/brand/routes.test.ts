import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../../test/test-app';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({
    PLATFORM_NAME: '通达',
    SERVICE_PHONE: '400-100-2000',
    APP_URL: 'https://app.example/get',
    ICP: '沪ICP备1号',
  });
});
afterAll(() => app.close());

const ofClient = '/api/base/cms/brandoem/infoByClientId';
const ofHost = (query: string): string => `/api/base/open/brandoem/infoByHost${query}`;

test('a company without a brand sees the platform; with one its own, and what it leaves empty is the platform’s', async () => {
  const plain = await app.company('无品牌公司');
  expect((await app.post(ofClient, { clientId: plain.clientId }, plain.token)).data).toMatchObject({
    clientId: null,
    platformName: '通达',
    logoUrl: null,
    servicePhone: '400-100-2000',
  });
  const oem = await app.company('品牌公司');
  await app.database.systemDb
    .insertInto('oem_brand')
    .values({
      client_id: oem.clientId,
      platform_name: '鲜果通',
      logo_url: '/logo.svg',
      domain: 'Fruit.Example',
      url_name: 'fruit',
      theme_color: '#c2571a',
      login_bg_url: '/login-bg.jpg',
      login_logo_url: '/login-logo.svg',
      copyright: '© 鲜果',
      police_icp: '沪公网安备 1 号',
      app_url: 'https://fruit.example/app',
    })
    .execute();
  expect((await app.post(ofClient, { clientId: oem.clientId }, oem.token)).data).toMatchObject({
    clientId: oem.clientId,
    platformName: '鲜果通',
    logoUrl: '/logo.svg',
    logoHeight: null,
    servicePhone: '400-100-2000',
  });
  // Another company's brand is not somebody else's to read.
  expect((await app.post(ofClient, { clientId: oem.clientId }, plain.token)).data.platformName).toBe('通达');
  // what the login page needs, before a login
  expect((await app.get(ofHost('?urlName=fruit'))).data).toMatchObject({
    themeColor: '#c2571a',
    loginBgUrl: '/login-bg.jpg',
    loginLogoUrl: '/login-logo.svg',
    copyright: '© 鲜果',
    policeIcp: '沪公网安备 1 号',
    icp: '沪ICP备1号',
    appUrl: 'https://fruit.example/app',
  });
  // what the foot of the login page says where no brand is named
  expect((await app.get('/api/base/open/siteInfo')).data).toMatchObject({
    servicePhone: '400-100-2000',
    icp: '沪ICP备1号',
    appUrl: 'https://app.example/get',
  });
  const badColour = app.database.systemDb.updateTable('oem_brand').set({ theme_color: 'red;}' });
  await expect(badColour.execute()).rejects.toThrow('theme_color');
  // Before a login: by host whatever its case and port, by the name in the address; unknown ones are the platform.
  expect((await app.get(ofHost('?host=fruit.example:8080'))).data.platformName).toBe('鲜果通');
  expect((await app.get(ofHost('?urlName=FRUIT'))).data.platformName).toBe('鲜果通');
  expect((await app.get(ofHost('?host=fruit.tongda.example'))).data.platformName).toBe('鲜果通');
  expect((await app.get(ofHost('?host=10.0.0.1:8080'))).data.platformName).toBe('通达');
  expect((await app.get(ofHost(''))).data.platformName).toBe('通达');
  expect((await app.get(ofHost('?urlName=a%27b'))).code).toBe(4000);
  await app.database.systemDb
    .updateTable('oem_brand')
    .set({ enabled: false })
    .where('client_id', '=', oem.clientId)
    .execute();
  expect((await app.post(ofClient, {}, oem.token)).data.platformName).toBe('通达');
});
