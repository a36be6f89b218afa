import type { ServerModule } from '../../module';
import { abnormalRoutes } from './routes';

/** What the server starts of `abnormal`. */
export const abnormalModule: ServerModule = {
  routes: (http, { files }) => abnormalRoutes(http, files),
};
