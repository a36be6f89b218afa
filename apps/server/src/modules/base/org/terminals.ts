import type { companyTerminals, saveCompanyTerminals, TerminalSettings } from '@tongda/contract/base/org/terminals';
import type { Output, Parsed } from '@tongda/contract/core/endpoint';
import { terminalPolicy } from '@tongda/contract/resources/device/enums';
import { type Kysely, sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import type { DB } from '../../../core/generated/db-types';
import { wireTimeSql } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import { changedMeanwhile, forbiddenError } from '../../../core/http/errors';
import { changesBetween, recordChanges } from '../../../core/record/audit';
import { seesAll } from './scope';

export const terminalsEntity = 'terminals';

/** A code that may become a terminal's: one of fewer signs protects nothing. */
const usable = sql`length(a.accepted_code) between 6 and 32`;

/** How terminals of the caller's company are let in, and with what they came in last. */
export function readTerminals(ctx: Ctx): Promise<Output<typeof companyTerminals>> {
  return ctx.db(async (trx) => {
    const last = await trx
      .selectFrom('change_history')
      .select(wireTimeSql(sql<Date>`max(at)`, ctx.timeZone).as('time'))
      .where('client_id', '=', ctx.clientId)
      .where('entity', '=', terminalsEntity)
      .executeTakeFirst();
    return {
      ...(await loadSettings(trx, ctx)),
      counts: await countTerminals(trx, ctx),
      editable: seesAll(ctx) && !ctx.readOnly,
      updateTime: last?.time ?? null,
    };
  });
}

const loadSettings = (db: Kysely<DB>, ctx: Ctx): Promise<TerminalSettings> =>
  db
    .selectFrom('client')
    // a check of the table keeps the policy to the codes of the enumeration
    .select([sql<TerminalSettings['policy']>`terminal_policy`.as('policy'), 'terminal_alerts as alerts'])
    .select('cut_needs_review as cutReview')
    .where('id', '=', ctx.clientId)
    .executeTakeFirstOrThrow();

async function countTerminals(trx: Trx, ctx: Ctx): Promise<Output<typeof companyTerminals>['counts']> {
  const { rows } = await sql<Output<typeof companyTerminals>['counts']>`
    select count(*) filter (where follows and came and own)::int as own,
      count(*) filter (where follows and came and not own and good)::int as foreign,
      count(*) filter (where follows and came and not own and not good)::int as without,
      count(*) filter (where follows and not came)::int as silent,
      count(*) filter (where not follows)::int as "ownPolicy"
    from device d left join device_access a on a.device_id = d.id,
      lateral (select d.terminal_policy is null as follows, a.accepted_at is not null as came, (a.accepted_code = d.auth_code) is true as own,
        (${usable}) is true as good) x
    where d.client_id = ${ctx.clientId} and d.deleted_at is null`.execute(trx);
  return rows[0] ?? { own: 0, foreign: 0, without: 0, silent: 0, ownPolicy: 0 };
}

const words = ({ policy, alerts, cutReview }: TerminalSettings) => ({
  policy: terminalPolicy.label(policy),
  alerts: alerts ? '提醒' : '不提醒',
  cutReview: cutReview ? '须另一人复核' : '不复核',
});
const labels = { policy: '注册方式', alerts: '更换网络与重复连接', cutReview: '断油断电' } as const;

/** Takes effect at once: gateways hear of it. Throws 4003 for others than administrators, 4009 when it was changed meanwhile. */
export function saveTerminals(
  ctx: Ctx,
  { policy, alerts, cutReview, adopt, before }: Parsed<typeof saveCompanyTerminals>,
) {
  if (!seesAll(ctx)) throw forbiddenError('只有企业管理员可以修改终端接入设置');
  return ctx.db(async (trx) => {
    const adopted = adopt && policy === terminalPolicy.strict ? await adoptCodes(trx, ctx) : 0;
    const done = await trx
      .updateTable('client')
      .set({ terminal_policy: policy, terminal_alerts: alerts, cut_needs_review: cutReview })
      .where('id', '=', ctx.clientId)
      .where('terminal_policy', '=', before.policy)
      .where('terminal_alerts', '=', before.alerts)
      .where('cut_needs_review', '=', before.cutReview)
      .returning('id')
      .executeTakeFirst();
    if (!done) throw changedMeanwhile(terminalsEntity, ctx.clientId);
    const changes = changesBetween(words(before), words({ policy, alerts, cutReview }), labels);
    if (adopted > 0) changes.push({ field: 'adopt', label: '采用现有鉴权码', before: '', after: `${adopted}台终端` });
    if (changes.length > 0)
      await recordChanges(trx, ctx, [{ entity: terminalsEntity, entityId: ctx.clientId, action: '编辑', changes }]);
    return { adopted };
  });
}

/** Makes the code that a terminal came in with last its code, of those that follow the company and use another platform's. Answers how many. */
async function adoptCodes(trx: Trx, ctx: Ctx): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    update device d set auth_code = a.accepted_code, registered_at = now(), register_until = null
    from device_access a where a.device_id = d.id and d.client_id = ${ctx.clientId} and d.deleted_at is null and d.terminal_policy is null
      and a.accepted_code is distinct from d.auth_code and ${usable} returning d.id::text`.execute(trx);
  const change = { field: 'authCode', label: '鉴权码', before: '', after: '采用终端现在使用的鉴权码' };
  const audits = rows.map(({ id }) => ({ entity: 'device', entityId: id, action: '设置鉴权码', changes: [change] }));
  if (audits.length > 0) await recordChanges(trx, ctx, audits);
  return rows.length;
}
