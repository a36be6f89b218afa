import { driverOptions } from '@tongda/contract/driver/driver';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { containing, optionLimit } from '../../core/options';
import { route } from '../../core/route';
import { orgScope } from '../org/org.scope';

/** Choices of select boxes: drivers of the caller's departments, those without a department too. */
export function driverRoutes(app: FastifyInstance): void {
  route(app, driverOptions, (ctx, { keyword, fleetId }) =>
    ctx.db((trx) => {
      let found = trx
        .selectFrom('driver as d')
        .leftJoin('fleet as f', 'f.id', 'd.fleet_id')
        .select([
          'd.id',
          'd.name',
          sql<string>`coalesce(d.phone, '')`.as('phone'),
          sql<string>`coalesce(f.name, '')`.as('fleetName'),
        ])
        .where('d.deleted_at', 'is', null)
        .where((eb) => eb.or([eb('d.org_id', 'is', null), orgScope(ctx, 'd.org_id')]));
      if (fleetId) found = found.where('d.fleet_id', '=', fleetId);
      if (keyword) {
        const like = containing(keyword);
        found = found.where((eb) => eb.or([eb('d.name', 'ilike', like), eb('d.phone', 'ilike', like)]));
      }
      return found.orderBy('d.name').orderBy('d.id').limit(optionLimit).execute();
    }),
  );
}
