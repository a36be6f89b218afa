import {
  type CalcSettings,
  calcDefaults,
  calcFields,
  calcKeys,
  type companyCalc,
  type saveCompanyCalc,
} from '@tongda/contract/base/org/calc';
import type { Output, Parsed } from '@tongda/contract/core/endpoint';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../core/generated/db-types';
import { wireTimeSql } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import { changedMeanwhile, forbiddenError } from '../../../core/http/errors';
import { recordChanges } from '../../../core/record/audit';
import { seesAll } from './scope';

export const calcEntity = 'calc';

interface Held {
  settings: CalcSettings;
  /** 0 = nothing was ever set */
  version: number;
  since: string | null;
}

async function loadHeld(db: Kysely<DB>, ctx: Ctx): Promise<Held> {
  const row = await db
    .selectFrom('calc_setting')
    .select(['version', 'params', wireTimeSql(sql<Date>`lower(during)`, ctx.timeZone).as('since')])
    .where('client_id', '=', ctx.clientId)
    .where(sql<boolean>`upper_inf(during)`)
    .executeTakeFirst();
  if (!row) return { settings: calcDefaults, version: 0, since: null };
  return {
    // the column holds what `saveCalc` wrote after its schema had checked it, in this version or an older one
    settings: { ...calcDefaults, ...(row.params as Partial<CalcSettings>) },
    version: row.version,
    since: row.since,
  };
}

/** The constants that apply to the caller's company now. */
export const readCalc = (ctx: Ctx): Promise<Output<typeof companyCalc>> =>
  ctx.db(async (trx) => ({ ...(await loadHeld(trx, ctx)), editable: seesAll(ctx) && !ctx.readOnly }));

/** Saves constants that apply from now on; earlier days keep those that applied then. Throws 4003 for others than administrators, 4009 when they were changed meanwhile. */
export function saveCalc(ctx: Ctx, { version, ...wanted }: Parsed<typeof saveCompanyCalc>) {
  if (!seesAll(ctx)) throw forbiddenError('只有企业管理员可以修改计算参数');
  return ctx.db(async (trx) => {
    // one at a time: a second one waits here and then meets the first one's version
    await sql`select pg_advisory_xact_lock(hashtext('calc_setting'), ${ctx.clientId}::bigint::int)`.execute(trx);
    const before = await loadHeld(trx, ctx);
    if (before.version !== version) throw changedMeanwhile(calcEntity, ctx.clientId);
    const changes = calcKeys.flatMap((key) => {
      const [from, to] = [before.settings[key], wanted[key]];
      const { label, unit } = calcFields[key];
      return from === to ? [] : [{ field: key, label, before: `${from}${unit}`, after: `${to}${unit}` }];
    });
    if (changes.length === 0) return { version };
    await sql`call end_version('calc_setting', ${`client_id = ${ctx.clientId}`})`.execute(trx);
    await trx
      .insertInto('calc_setting')
      .values({
        client_id: ctx.clientId,
        version: version + 1,
        params: JSON.stringify(Object.fromEntries(calcKeys.map((key) => [key, wanted[key]]))),
        created_by: ctx.userId,
      })
      .execute();
    await recordChanges(trx, ctx, [{ entity: calcEntity, entityId: ctx.clientId, action: '编辑', changes }]);
    return { version: version + 1 };
  });
}
