import { brandOfClient, brandOfHost } from '@tongda/contract/base/brand/calls';
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import type { DB } from '../../../core/generated/db-types';
import { publicRoute, route } from '../../../core/http/route';
import { findBrandOfAddress, loadBrand, type PlatformBrand } from './service';

/** Brand of one's own company (provider staff: of any), and before a login of the address. */
export function brandRoutes(app: FastifyInstance, deps: { db: Kysely<DB>; platform: PlatformBrand }): void {
  route(app, brandOfClient, (ctx, { clientId = ctx.clientId }) =>
    ctx.db((trx) => loadBrand(trx, deps.platform, clientId)),
  );
  publicRoute(app, brandOfHost, ({ req }, { host, urlName }) =>
    findBrandOfAddress(deps.db, deps.platform, { host: host ?? req.host, urlName }),
  );
}
