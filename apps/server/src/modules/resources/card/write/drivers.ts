import type { TerminalCommand } from '@tongda/contract/core/topics';
import { cardStatus, cardType } from '@tongda/contract/resources/enums';
import { sql } from 'kysely';
import type { Trx } from '../../../../core/db/trx';
import type { Ctx } from '../../../../core/http/ctx';
import { invalid } from '../../../../core/http/errors';
import { orgOrNone } from '../../../base/org/door';

export type ListedDriver = Extract<TerminalCommand, { kind: 'driverList' }>['drivers'][number];

/** Names in an error message, at most. */
const NAMED = 5;

/**
 * The drivers with the numbers of their valid cards, in the order of their names. 4000 when one of them does not exist, is not the caller's to see, or
 * has no valid card.
 */
export async function loadListedDrivers(trx: Trx, ctx: Ctx, driverIds: readonly string[]): Promise<ListedDriver[]> {
  const rows = await trx
    .selectFrom('driver as d')
    .leftJoin('card as k', (j) =>
      j
        .onRef('k.driver_id', '=', 'd.id')
        .onRef('k.client_id', '=', 'd.client_id')
        .on('k.card_type', '=', cardType.driver)
        .on('k.card_status', '=', cardStatus.valid)
        .on('k.deleted_at', 'is', null),
    )
    .select(['d.id', 'd.name', 'k.card_no as cardNo'])
    .where('d.client_id', '=', ctx.clientId)
    .where('d.deleted_at', 'is', null)
    .where(orgOrNone(ctx, 'd.org_id'))
    .where(sql<boolean>`d.id = any(${driverIds}::bigint[])`)
    .orderBy('d.name')
    .orderBy('d.id')
    .execute();
  if (rows.length < new Set(driverIds).size) throw invalid({ field: 'driverIds', msg: '选择的司机不存在或已删除' });
  const without = rows.filter(({ cardNo }) => cardNo === null).map(({ name }) => name);
  if (without.length > 0) {
    const rest = without.length > NAMED ? `等${without.length}人` : '';
    throw invalid({
      field: 'driverIds',
      msg: `${without.slice(0, NAMED).join('、')}${rest}没有有效的司机卡，请先写卡`,
    });
  }
  return rows.flatMap(({ name, cardNo }) => (cardNo === null ? [] : [{ name, cardNo }]));
}
