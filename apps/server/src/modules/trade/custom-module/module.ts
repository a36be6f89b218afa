import type { ServerModule } from '../../module';
import { customModuleRoutes } from './routes';

/** What the server starts of `custom-module`. */
export const customModuleModule: ServerModule = {
  routes: (http, { exports }) => customModuleRoutes(http, exports),
};
