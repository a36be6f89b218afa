import { wechatOf } from '../../../core/notify/wechat';
import type { ServerModule } from '../../module';
import { siteRoutes } from './routes';

/** What the server starts of `site`. */
export const siteModule: ServerModule = {
  routes: (http, { app: { config }, db, demoAccounts }) =>
    siteRoutes(http, {
      platformName: config.PLATFORM_NAME,
      icp: config.ICP,
      servicePhone: config.SERVICE_PHONE,
      appUrl: config.APP_URL,
      wechat: wechatOf(config) !== null,
      demoAccounts,
      exists: async (account) =>
        (await db
          .selectFrom('app_user')
          .select('id')
          .where('account_code', '=', account)
          .limit(1)
          .executeTakeFirst()) !== undefined,
    }),
};
