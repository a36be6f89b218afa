import { quantityByPieces, spreadCount } from '@tongda/contract/transport/receipt-order/counting';
import { sql } from 'kysely';
import type { Trx } from '../../../../core/db/trx';
import type { Ctx } from '../../../../core/http/ctx';

/** What was really taken along of one line of a pick-up order. */
interface PickedLine {
  itemId: string;
  pieces: number;
  weightKg: number;
  volumeM3: number;
  productTemp: number | null;
}

interface PlannedLine {
  itemId: string;
  pieces: number;
  weightKg: number;
  volumeM3: number;
}

const loadPlannedLines = async (trx: Trx, pickUpId: string): Promise<PlannedLine[]> => {
  const { rows } =
    await sql<PlannedLine>`select id::text as "itemId", pieces, weight_kg::float8 as "weightKg", volume_m3::float8 as "volumeM3"
    from pick_up_item where pick_up_id = ${pickUpId} order by line_no`.execute(trx);
  return rows;
};

/** Divides a count of the whole pick-up over its lines, in proportion to the plan. */
export async function spreadByPieces(
  trx: Trx,
  pickUpId: string,
  pieces: number,
  productTemp: number | null,
): Promise<PickedLine[]> {
  const plan = await loadPlannedLines(trx, pickUpId);
  const whole = {
    pieces: plan.reduce((n, line) => n + line.pieces, 0),
    weightKg: plan.reduce((n, line) => n + line.weightKg, 0),
    volumeM3: plan.reduce((n, line) => n + line.volumeM3, 0),
  };
  const parts = spreadCount(plan, { pieces, damaged: 0, ...quantityByPieces(whole, pieces) });
  return plan.map(({ itemId }, i) => ({
    itemId,
    productTemp,
    pieces: parts[i]?.pieces ?? 0,
    weightKg: parts[i]?.weightKg ?? 0,
    volumeM3: parts[i]?.volumeM3 ?? 0,
  }));
}

/** Writes what was taken along to the pick-up order and its leg. */
export async function notePicked(
  trx: Trx,
  ctx: Ctx,
  leg: { id: string; pickUpId: string },
  lines: readonly PickedLine[],
  at: Date,
): Promise<void> {
  for (const line of lines)
    await sql`update pick_up_item set actual_pieces = ${line.pieces}, actual_weight_kg = ${line.weightKg}, actual_volume_m3 = ${line.volumeM3},
      product_temp_c = ${line.productTemp} where id = ${line.itemId} and pick_up_id = ${leg.pickUpId}`.execute(trx);
  await sql`update pick_up_order p set actual_pieces = t.pieces, actual_weight_kg = t.kg, actual_volume_m3 = t.m3, picked_at = ${at}, fail_reason = null,
      version = p.version + 1, updated_at = now(), updated_by = ${ctx.userId}
    from (select sum(actual_pieces)::int as pieces, sum(actual_weight_kg) as kg, sum(actual_volume_m3) as m3 from pick_up_item
      where pick_up_id = ${leg.pickUpId}) t where p.id = ${leg.pickUpId}`.execute(trx);
  await sql`update waybill_leg l set load_pieces = p.actual_pieces, weight_kg = p.actual_weight_kg, volume_m3 = p.actual_volume_m3
    from pick_up_order p where p.id = l.pick_up_id and l.id = ${leg.id}`.execute(trx);
}
