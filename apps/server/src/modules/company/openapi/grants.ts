import { interfaceApplyStatus, msgType } from '@tongda/contract/base/system-enums';
import type { GrantRow, grantDecide, grantPage, grantStop } from '@tongda/contract/company/openapi/grants';
import type { Output, Parsed } from '@tongda/contract/core/endpoint';
import { type Kysely, sql } from 'kysely';
import { allOf, requireRow } from '../../../core/db/rows';
import type { Trx } from '../../../core/db/trx';
import type { DB } from '../../../core/generated/db-types';
import { todaySql, wireColumn, wireColumnOrNull } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import { forbiddenError, illegalTransition, invalidField, versionConflict } from '../../../core/http/errors';
import { recordChanges } from '../../../core/record/audit';
import { likePattern } from '../../../core/record/options';
import { tellUsers } from '../../base/message/door';
import { loadInterfaceNames } from './listed';

/** Only the provider's own staff at home: a company must not open interfaces for itself. */
function refuseUnlessProvider(ctx: Ctx): void {
  if (!ctx.provider || ctx.actor) throw forbiddenError();
}

/** 接口授权: what companies asked for, open ones first. Reads past the row-level security of companies, for the provider's staff alone. */
export async function pageGrants(
  ctx: Ctx,
  db: Kysely<DB>,
  q: Parsed<typeof grantPage>,
): Promise<Output<typeof grantPage>> {
  refuseUnlessProvider(ctx);
  const conditions = [];
  if (q.status !== undefined) conditions.push(sql<boolean>`g.status = ${q.status}`);
  if (q.keyword) {
    const like = likePattern(q.keyword);
    conditions.push(
      sql<boolean>`(c.name ilike ${like} or a.name ilike ${like} or a.app_key = ${q.keyword} 
        or exists (select from open_interface i where i.key = g.interface_key and i.name ilike ${like}))`,
    );
  }
  const found = db
    .selectFrom('interface_apply as g')
    .innerJoin('client as c', 'c.id', 'g.client_id')
    .leftJoin('open_app as a', 'a.id', 'g.app_id')
    .where(allOf(conditions));
  const { n } = await found.select(sql<number>`count(*)::int`.as('n')).executeTakeFirstOrThrow();
  const rows = await found
    .select([
      'g.id',
      'c.name as clientName',
      'g.interface_key as interfaceKey',
      'g.purpose',
      'g.daily_calls as dailyCalls',
    ])
    .select([
      'g.daily_limit as dailyLimit',
      'g.per_second as perSecond',
      'a.per_minute as perMinute',
      'g.user_name as userName',
      'g.decided_by as decidedBy',
    ])
    .select(['g.remark', 'g.version'])
    .select(sql<string>`coalesce(a.name, '')`.as('appName'))
    .select(sql<string>`coalesce(a.app_key, '')`.as('appKey'))
    .select(sql<GrantRow['status']>`g.status`.as('status'))
    .select(
      sql<number>`coalesce((select sum(u.ok + u.failed)::int from open_usage u where u.client_id = g.client_id and u.interface_key = g.interface_key
        and (g.app_id is null or u.app_id = g.app_id) and u.day >= date_trunc('month', ${todaySql(ctx.timeZone)})::date), 0)`.as(
        'monthUsed',
      ),
    )
    .select(wireColumn('g.created_at', ctx.timeZone).as('applyTime'))
    .select(wireColumnOrNull('g.decided_at', ctx.timeZone).as('decideTime'))
    .orderBy(sql`g.status = ${interfaceApplyStatus.review}`, 'desc')
    .orderBy('g.id', 'desc')
    .limit(q.size)
    .offset((q.page - 1) * q.size)
    .execute();
  const names = await loadInterfaceNames(db);
  return {
    list: rows.map((row) => ({ ...row, interfaceName: names.get(row.interfaceKey) ?? row.interfaceKey })),
    total: n,
    page: q.page,
    size: q.size,
  };
}

/** Opens an interface for a program or refuses it. Answers the company that it concerns. */
export async function decideGrant(ctx: Ctx, db: Kysely<DB>, input: Parsed<typeof grantDecide>): Promise<string> {
  refuseUnlessProvider(ctx);
  return db.transaction().execute(async (trx) => {
    const row = await lockGrant(trx, input);
    if (row.status !== interfaceApplyStatus.review) throw illegalTransition('只有审核中的申请可以审核');
    if (input.open && row.appGone) throw illegalTransition('申请的对接应用已删除');
    const { open, dailyLimit, perMinute, perSecond, remark } = input;
    if (open && row.mostDaily !== null && dailyLimit > row.mostDaily)
      throw invalidField('dailyLimit', `不能超过接口的每日上限${row.mostDaily}次`);
    if (open && perSecond !== null && row.mostPerSecond !== null && perSecond > row.mostPerSecond)
      throw invalidField('perSecond', `不能超过接口的每秒上限${row.mostPerSecond}次`);
    await writeStatus(trx, ctx, input.id, {
      status: open ? interfaceApplyStatus.opened : interfaceApplyStatus.refused,
      remark,
      ...(open ? { daily_limit: dailyLimit, per_second: perSecond } : {}),
    });
    if (open && row.app_id)
      await trx.updateTable('open_app').set({ per_minute: perMinute }).where('id', '=', row.app_id).execute();
    await tellCompany(
      trx,
      ctx,
      row,
      open
        ? `已开通，每日${dailyLimit}次、每分钟${perMinute}次${perSecond === null ? '' : `、每秒${perSecond}次`}`
        : `未通过：${remark}`,
      input,
    );
    return row.client_id;
  });
}

/** Stops what was open, or opens it again. Answers the company that it concerns. */
export async function switchGrant(ctx: Ctx, db: Kysely<DB>, input: Parsed<typeof grantStop>): Promise<string> {
  refuseUnlessProvider(ctx);
  return db.transaction().execute(async (trx) => {
    const row = await lockGrant(trx, input);
    const [from, to] = input.enabled
      ? [interfaceApplyStatus.stopped, interfaceApplyStatus.opened]
      : [interfaceApplyStatus.opened, interfaceApplyStatus.stopped];
    if (row.status !== from) throw illegalTransition(input.enabled ? '只有已停用的可以恢复' : '只有已开通的可以停用');
    if (input.enabled && row.appGone) throw illegalTransition('对接应用已删除');
    await writeStatus(trx, ctx, input.id, { status: to, remark: input.remark });
    await tellCompany(
      trx,
      ctx,
      row,
      input.enabled ? '已恢复' : `已停用${input.remark ? `：${input.remark}` : ''}`,
      input,
    );
    return row.client_id;
  });
}

async function lockGrant(trx: Trx, { id, version }: { id: string; version: number }) {
  const row = requireRow(
    await trx
      .selectFrom('interface_apply as g')
      .leftJoin('open_app as a', 'a.id', 'g.app_id')
      .leftJoin('open_interface as i', 'i.key', 'g.interface_key')
      .select(['g.status', 'g.version', 'g.client_id', 'g.app_id', 'g.user_id', 'a.name as appName'])
      .select(sql<string>`coalesce(i.name, g.interface_key)`.as('name'))
      .select(['i.daily_limit as mostDaily', 'i.per_second as mostPerSecond'])
      .select(sql<boolean>`a.deleted_at is not null`.as('appGone'))
      .where('g.id', '=', id)
      .forUpdate('g')
      .executeTakeFirst(),
    '接口申请',
  );
  if (row.version !== version) throw versionConflict();
  return row;
}

const writeStatus = (
  trx: Trx,
  ctx: Ctx,
  id: string,
  values: { status: number; remark: string; daily_limit?: number; per_second?: number | null },
) =>
  trx
    .updateTable('interface_apply')
    .set({
      ...values,
      decided_at: sql<Date>`now()`,
      decided_by: ctx.userName,
      version: sql`version + 1`,
      updated_at: sql<Date>`now()`,
    })
    .where('id', '=', id)
    .execute();

/** Notes who decided what, at the provider and for the company, and tells who asked. */
async function tellCompany(
  trx: Trx,
  ctx: Ctx,
  row: { client_id: string; app_id: string | null; user_id: string; name: string; appName: string | null },
  what: string,
  { id, version }: { id: string; version: number },
): Promise<void> {
  const name = `${row.name}${row.appName ? `（${row.appName}）` : ''}`;
  await recordChanges(trx, ctx, [{ entity: 'interface_apply', entityId: id, action: `接口${name}${what}` }]);
  await recordChanges(trx, { clientId: row.client_id, userId: ctx.userId, userName: '平台' }, [
    ...(row.app_id === null ? [] : [{ entity: 'open_app', entityId: row.app_id, action: `接口“${name}”${what}` }]),
  ]);
  await tellUsers(
    trx,
    {
      clientId: row.client_id,
      category: 14,
      type: msgType.notice,
      title: `接口${what.split(/[，：]/u)[0]}：${name}`,
      content: `开放接口“${name}”${what}。`,
      onceKey: `interface ${id} ${version}`,
    },
    [row.user_id],
    true,
  );
}
