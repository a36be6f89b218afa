import { carrierOptions } from '@tongda/contract/carrier/carrier';
import type { FastifyInstance } from 'fastify';
import { containing, optionLimit } from '../../core/options';
import { route } from '../../core/route';

/** Choices of select boxes. */
export function carrierRoutes(app: FastifyInstance): void {
  route(app, carrierOptions, (ctx, { keyword }) =>
    ctx.db((trx) => {
      const all = trx.selectFrom('carrier').select(['id', 'name']).where('deleted_at', 'is', null);
      const found = keyword ? all.where('name', 'ilike', containing(keyword)) : all;
      return found.orderBy('name').limit(optionLimit).execute();
    }),
  );
}
