import type { ServerModule } from '../../module';
import { brandRoutes } from './routes';

/** What the server starts of `brand`. */
export const brandModule: ServerModule = {
  routes: (http, { app: { config }, db }) =>
    brandRoutes(http, {
      db,
      platform: {
        platformName: config.PLATFORM_NAME,
        icp: config.ICP,
        servicePhone: config.SERVICE_PHONE,
        appUrl: config.APP_URL,
      },
    }),
};
