import type { PlaceRow } from '@tongda/contract/ground/place/calls';
import type { Trx } from '../../../core/db/trx';
import type { Ctx } from '../../../core/http/ctx';
import type { Asked } from '../../../core/record/filters';
import type { RegisterReader } from '../../../core/record/serve';
import { addVehicleCounts, countInside } from './inside';
import { foundRows, listGrounds } from './repo';

/** Who is inside changes by the second and is no column: a filter by it looks at the shapes of all other matches first. */
async function withOccupied<A extends Asked>(trx: Trx, ctx: Ctx, asked: A): Promise<A> {
  if (!asked.occupied) return asked;
  const inside = await countInside(trx, ctx, await listGrounds(trx, ctx, asked));
  return { ...asked, ids: [...inside].filter(([, n]) => n > 0).map(([id]) => id) };
}

/** The reading side of the register. A file has the rows of its filters and does not ask who is inside now. */
export const placeRows: RegisterReader<PlaceRow> = {
  list: async (trx, ctx, asked) => addVehicleCounts(trx, ctx, await foundRows.list(trx, ctx, asked)),
  count: foundRows.count,
  page: async (trx, ctx, given, hold) => {
    const asked = await withOccupied(trx, ctx, given);
    return { list: await placeRows.list(trx, ctx, asked), total: await hold(() => foundRows.count(trx, ctx, asked)) };
  },
  sees: foundRows.sees,
};
