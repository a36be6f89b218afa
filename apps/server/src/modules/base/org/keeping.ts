import type { companyKeeping, saveCompanyKeeping } from '@tongda/contract/base/org/keeping';
import type { Output, Parsed } from '@tongda/contract/core/endpoint';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../core/generated/db-types';
import { wireTime, wireTimeSql } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import { changedMeanwhile, forbiddenError } from '../../../core/http/errors';
import { recordChanges } from '../../../core/record/audit';
import { keepSince } from '../../../core/telemetry/keeping';
import { seesAll } from './scope';

export const keepingEntity = 'keeping';

const loadMonths = async (db: Kysely<DB>, ctx: Ctx): Promise<number> =>
  (
    await db
      .selectFrom('client')
      .select('position_keep_months as months')
      .where('id', '=', ctx.clientId)
      .executeTakeFirstOrThrow()
  ).months;
const sinceOf = (ctx: Ctx, months: number): string => wireTime(keepSince(months, Date.now()), ctx.timeZone);

/** How long the caller's company keeps its positions. */
export function readKeeping(ctx: Ctx): Promise<Output<typeof companyKeeping>> {
  return ctx.db(async (trx) => {
    const months = await loadMonths(trx, ctx);
    const last = await trx
      .selectFrom('change_history')
      .select(wireTimeSql(sql<Date>`max(at)`, ctx.timeZone).as('time'))
      .where('client_id', '=', ctx.clientId)
      .where('entity', '=', keepingEntity)
      .executeTakeFirst();
    return {
      months,
      since: sinceOf(ctx, months),
      editable: seesAll(ctx) && !ctx.readOnly,
      updateTime: last?.time ?? null,
    };
  });
}

/** Takes effect with the next daily tidying (core/telemetry/keeping.ts). Throws 4003 for others than administrators, 4009 when it was changed meanwhile. */
export function saveKeeping(ctx: Ctx, { months, before }: Parsed<typeof saveCompanyKeeping>) {
  if (!seesAll(ctx)) throw forbiddenError('只有企业管理员可以修改轨迹保存期');
  return ctx.db(async (trx) => {
    const done = await trx
      .updateTable('client')
      .set({ position_keep_months: months })
      .where('id', '=', ctx.clientId)
      .where('position_keep_months', '=', before)
      .returning('id')
      .executeTakeFirst();
    if (!done) throw changedMeanwhile(keepingEntity, ctx.clientId);
    if (months !== before)
      await recordChanges(trx, ctx, [
        {
          entity: keepingEntity,
          entityId: ctx.clientId,
          action: '编辑',
          changes: [{ field: 'months', label: '轨迹保存期', before: `${before}个月`, after: `${months}个月` }],
        },
      ]);
    return { since: sinceOf(ctx, months) };
  });
}
