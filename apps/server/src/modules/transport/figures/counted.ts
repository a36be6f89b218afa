import { splitFlag } from '@tongda/contract/transport/waybill/enums';
import { sql } from 'kysely';

/** Condition: order `o` is carried itself. The goods of a parent are those of its children, so sums leave it out. */
export const isMoving = sql<boolean>`o.split_flag <> ${sql.lit(splitFlag.parent)}`;
