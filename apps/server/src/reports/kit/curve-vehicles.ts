import type { CurveAnswer } from '@tongda/contract/reports/kit/curve';
import { sql } from 'kysely';
import type { Ctx } from '../../core/http/ctx';
import { visibleVehicleRows } from '../../modules/base/org/door';

/** A curve with the vehicles that it is of, as far as the caller sees them: a moment of it leads to their raw points. */
export async function withVehicles(ctx: Ctx, ids: readonly string[], answer: CurveAnswer): Promise<CurveAnswer> {
  if (ids.length === 0) return answer;
  const { rows } = await ctx.db((trx) =>
    sql<{ id: string; plateNo: string }>`select v.id::text, v.plate_no as "plateNo" from vehicle v
      where v.id = any(${ids}::bigint[]) and v.deleted_at is null and ${visibleVehicleRows(ctx, 'v')} order by v.plate_no`.execute(
      trx,
    ),
  );
  return { ...answer, vehicles: rows };
}

/** The vehicles that a report was asked for, where it is one of vehicles. */
export const vehiclesAsked = (input: object): string[] =>
  'vehicleIds' in input && Array.isArray(input.vehicleIds) ? input.vehicleIds.map(String) : [];
