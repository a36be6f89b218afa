import { orderStatus } from '@tongda/contract/transport/enums';
import { splitFlag } from '@tongda/contract/transport/waybill/enums';
import { type RawBuilder, sql } from 'kysely';

/** Condition: order `o` is carried itself. The goods of a parent are those of its children, so sums leave it out. */
export const isMoving = sql<boolean>`o.split_flag <> ${sql.lit(splitFlag.parent)}`;

/** Condition: order `o` is 待调度, as `toDispatchQuery` of the contract asks the list of orders for it. */
export const isToDispatch = sql<boolean>`(${isMoving} and o.order_status = ${sql.lit(orderStatus.toDispatch)})`;

/** Pieces of leg `l` as far as they are known: those that were unloaded, before that those that were loaded (0 when somebody counted none), at first the planned ones. */
export const piecesOfLeg: RawBuilder<number> = sql<number>`coalesce(l.unload_pieces, case when l.load_counted or l.load_pieces > 0 then l.load_pieces end, l.plan_pieces)`;
