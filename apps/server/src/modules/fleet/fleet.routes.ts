import { fleetOptions } from '@tongda/contract/fleet/fleet';
import type { FastifyInstance } from 'fastify';
import { containing, optionLimit } from '../../core/options';
import { route } from '../../core/route';

/** Choices of select boxes. */
export function fleetRoutes(app: FastifyInstance): void {
  route(app, fleetOptions, (ctx, { keyword }) =>
    ctx.db((trx) => {
      const all = trx.selectFrom('fleet').select(['id', 'name']).where('deleted_at', 'is', null);
      const found = keyword ? all.where('name', 'ilike', containing(keyword)) : all;
      return found.orderBy('sort').orderBy('name').limit(optionLimit).execute();
    }),
  );
}
