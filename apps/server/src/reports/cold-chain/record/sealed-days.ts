import type { Parsed } from '@tongda/contract/core/endpoint';
import type { temHumSeals } from '@tongda/contract/reports/cold-chain/tem-hum';
import type { SealedDayOfVehicle } from '@tongda/contract/watch/seal/calls';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../core/generated/db-types';
import { wireTime } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import { invalidField } from '../../../core/http/errors';
import { visibleVehicles } from '../../../modules/base/org/door';
import { checkDay, listSealsOfDays } from '../../../modules/watch/seal/door';
import { wishOf } from '../../kit/query';

/** A check reads all readings of the days again. */
const mostDays = 31;

/**
 * The sealed days of a vehicle, the newest version of each; `check` hashes their readings again. None of a vehicle that the caller does not see, or that another company
 * shares: a seal covers more of a day than what is shared.
 */
export async function listSealedDays(
  ctx: Ctx,
  systemDb: Kysely<DB>,
  { vehicleId, check, ...range }: Parsed<typeof temHumSeals>,
): Promise<{ days: SealedDayOfVehicle[] }> {
  const { rows } = await ctx.db((trx) =>
    sql`select from vehicle v where v.id = ${vehicleId} and v.client_id = ${ctx.clientId} and ${visibleVehicles(ctx, 'v.id')}`.execute(
      trx,
    ),
  );
  if (rows.length === 0) return { days: [] };
  const seals = await listSealsOfDays(systemDb, vehicleId, wishOf(range, ctx.timeZone));
  if (seals.length > mostDays) throw invalidField('endTime', `一次最多校验${mostDays}天`);
  const days: SealedDayOfVehicle[] = [];
  for (const seal of seals) {
    const { day, version, samples, root, madeAt } = seal;
    const unchecked = { ...{ day, version, samples, root }, sealTime: wireTime(madeAt, ctx.timeZone) };
    // readings of a terminal that was moved since lie with another vehicle: companies do not look there themselves
    days.push(check ? await checkDay(systemDb, seal, ctx.timeZone) : { ...unchecked, state: null, since: null });
  }
  return { days };
}
