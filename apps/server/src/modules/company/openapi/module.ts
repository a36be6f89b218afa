import { showsApiDocs } from '../../../config';
import type { ServerModule } from '../../module';
import { interfaceRoutes } from './routes';

/** What the server starts of `openapi`. */
export const openapiModule: ServerModule = {
  routes: (http, { app: { config }, db }) =>
    interfaceRoutes(http, { db, publicUrl: config.PUBLIC_URL, docs: showsApiDocs(config) }),
};
