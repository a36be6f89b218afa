import { z } from 'zod';
import { endpoint } from '../../core/endpoint';

/** Public facts for the login page, before anybody is logged in. */
export const siteInfo = endpoint({
  method: 'GET',
  path: '/api/base/open/siteInfo',
  access: 'public',
  title: '站点信息：平台名称与演示账号（仅演示模式）',
  output: z.object({
    platformName: z.string(),
    /** empty when not set: the page then shows nothing in its place */
    icp: z.string(),
    servicePhone: z.string(),
    /** where phones get the app; empty: the phone pages are opened in the browser */
    appUrl: z.string(),
    version: z.string(),
    /** WeChat is set up: QR login and binding by it are offered */
    wechat: z.boolean(),
    demo: z.boolean(),
    /** the first start still writes the demo companies: nobody can log in yet */
    demoPreparing: z.boolean(),
    /** empty unless DEMO is on */
    demoAccounts: z.array(z.object({ account: z.string(), password: z.string(), note: z.string() })),
  }),
});
