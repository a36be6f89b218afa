import { deviceAdd, deviceKnock, deviceOptions } from '@tongda/contract/device/device';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { containing, optionLimit } from '../../core/options';
import { route } from '../../core/route';
import { wireTimeOf } from '../../core/wire-time';
import { enterDevice } from './device.service';

/** Terminals that are free, and the one that sits in `vehicleId`; entering new ones. */
export function deviceRoutes(app: FastifyInstance): void {
  route(app, deviceOptions, (ctx, { keyword, vehicleId }) =>
    ctx.db((trx) => {
      let found = trx
        .selectFrom('device as d')
        .leftJoin('device_binding as b', (j) =>
          j.onRef('b.device_id', '=', 'd.id').on(sql<boolean>`upper_inf(b.during)`),
        )
        .select(['d.id', 'd.terminal_no as name', 'b.vehicle_id as vehicleId'])
        .select([sql<string>`coalesce(d.sim_no, '')`.as('simNo'), sql<string>`coalesce(d.model, '')`.as('model')])
        .where('d.deleted_at', 'is', null)
        .where((eb) => eb.or([eb('b.id', 'is', null), eb('b.vehicle_id', '=', vehicleId ?? null)]));
      if (keyword) {
        const like = containing(keyword);
        found = found.where((eb) => eb.or([eb('d.terminal_no', 'ilike', like), eb('d.sim_no', 'ilike', like)]));
      }
      return found.orderBy('d.terminal_no').limit(optionLimit).execute();
    }),
  );
  route(app, deviceAdd, (ctx, input) => ctx.db((trx) => enterDevice(trx, ctx, input)));
  route(app, deviceKnock, (ctx, input) =>
    ctx.db(async (trx) => {
      const { rows } = await sql<{ lastTime: string }>`
        select ${wireTimeOf(sql<Date>`k.last_seen_at`, ctx.timeZone)} as "lastTime" from terminal_knock(${input.terminalNo}) k`.execute(
        trx,
      );
      return rows[0] ?? null;
    }),
  );
}
