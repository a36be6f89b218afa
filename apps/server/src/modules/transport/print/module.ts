import type { ServerModule } from '../../module';
import { printRoutes } from './routes';

/** What the server starts of `print`. */
export const printModule: ServerModule = {
  routes: (http) => printRoutes(http),
};
