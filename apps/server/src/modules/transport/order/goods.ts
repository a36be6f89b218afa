import { sql } from 'kysely';
import { floatOf } from '../../../core/db/columns';
import type { Trx } from '../../../core/db/trx';
import type { Ctx } from '../../../core/http/ctx';

/** Loads the lines of goods of orders. */
export const loadItemsOf = (trx: Trx, ctx: Ctx, orderIds: readonly string[]) =>
  trx
    .selectFrom('order_item as i')
    .select([
      'i.order_id as orderId',
      'i.id as itemId',
      'i.line_no as lineNo',
      'i.cargo_id as cargoId',
      'i.cargo_name as cargoName',
      'i.spec',
      'i.pack_unit as packUnit',
      'i.pieces',
      floatOf('i.weight_kg').as('weightKg'),
      floatOf('i.volume_m3').as('volumeM3'),
      'i.temperature_type as temperatureType',
      'i.batch_no as batchNo',
      'i.expire_on as expireOn',
    ])
    .where('i.client_id', '=', ctx.clientId)
    .where(sql<boolean>`i.order_id = any(${orderIds}::bigint[])`)
    .orderBy('i.order_id')
    .orderBy('i.line_no')
    .execute();
