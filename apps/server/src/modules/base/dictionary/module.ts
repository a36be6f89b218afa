import type { ServerModule } from '../../module';
import { dictionaryRoutes } from './routes';

/** What the server starts of `dictionary`. */
export const dictionaryModule: ServerModule = {
  routes: (http) => dictionaryRoutes(http),
};
