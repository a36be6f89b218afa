import { interfaceApplyStatus, msgType } from '@tongda/contract/base/system-enums';
import { openScope } from '@tongda/contract/company/openapi/enums';
import {
  type GrantRow,
  type grantChange,
  type grantDecide,
  grantLog,
  grantPage,
  type grantResetSecret,
  type grantStop,
} from '@tongda/contract/company/openapi/grants';
import { overlapH } from '@tongda/contract/company/openapi/signature';
import type { Output, Parsed } from '@tongda/contract/core/endpoint';
import { type Kysely, sql } from 'kysely';
import { allOf, requireRow } from '../../../core/db/rows';
import type { Trx } from '../../../core/db/trx';
import type { DB } from '../../../core/generated/db-types';
import { todaySql, wireColumn, wireColumnOrNull } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import {
  blockedByRule,
  changedMeanwhile,
  forbiddenError,
  illegalTransition,
  invalidField,
} from '../../../core/http/errors';
import { changesBetween, recordChanges } from '../../../core/record/audit';
import { likePattern } from '../../../core/record/options';
import { holdTotal } from '../../../core/record/totals';
import { tellUsers } from '../../base/message/door';
import { type Keys, putSecret } from './app/secret';
import { isForCustomers } from './catalogue';
import { loadInterfaceNames } from './listed';
import { pageCallsWhere } from './usage';

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
  const total = await holdTotal(ctx, grantPage, q, async () => {
    const { n } = await found.select(sql<number>`count(*)::int`.as('n')).executeTakeFirstOrThrow();
    return n;
  });
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
    .select(['g.remark', 'g.version', 'g.app_id as appId', 'a.valid_until as validUntil', 'a.scope as scopeCode'])
    .select(sql<string[]>`coalesce(a.ip_list, '{}')`.as('ipList'))
    .select(sql<string>`coalesce((select k.name from customer k where k.id = a.customer_id), '')`.as('customerName'))
    .select(sql<number>`cardinality(coalesce(a.target_ids, '{}'))`.as('targets'))
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
    list: rows.map(({ scopeCode, targets, ...row }) => ({
      ...row,
      scope: scopeWords(scopeCode, targets),
      interfaceName: names.get(row.interfaceKey) ?? row.interfaceKey,
    })),
    total,
    page: q.page,
    size: q.size,
  };
}

/** 指定车辆（3） */
function scopeWords(code: number | null, targets: number): string {
  if (code === null) return '';
  const name = openScope.label(openScope.schema.parse(code));
  return code === openScope.company ? name : `${name}（${targets}）`;
}

/** Throws when more is granted than the interface allows to anybody. */
function refuseAboveTerms(
  { mostDaily, mostPerSecond }: { mostDaily: number | null; mostPerSecond: number | null },
  { dailyLimit, perSecond }: { dailyLimit: number; perSecond: number | null },
): void {
  if (mostDaily !== null && dailyLimit > mostDaily)
    throw invalidField('dailyLimit', `不能超过接口的每日上限${mostDaily}次`);
  if (perSecond !== null && mostPerSecond !== null && perSecond > mostPerSecond)
    throw invalidField('perSecond', `不能超过接口的每秒上限${mostPerSecond}次`);
}

/** Opens an interface for a program or refuses it. Answers the company that it concerns. */
export async function decideGrant(ctx: Ctx, db: Kysely<DB>, input: Parsed<typeof grantDecide>): Promise<string> {
  refuseUnlessProvider(ctx);
  return db.transaction().execute(async (trx) => {
    const row = await lockGrant(trx, input);
    if (row.status !== interfaceApplyStatus.review) throw illegalTransition('只有审核中的申请可以审核');
    if (input.open && row.appGone) throw illegalTransition('申请的对接应用已删除');
    if (input.open) refuseNotForCustomers(row);
    const { open, dailyLimit, perMinute, perSecond, remark } = input;
    if (open) refuseAboveTerms(row, input);
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
    if (input.enabled) refuseNotForCustomers(row);
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

const limitLabels = {
  dailyLimit: '每日额度',
  perSecond: '每秒上限',
  perMinute: '应用每分钟上限',
  ipList: 'IP白名单',
} as const;

interface Limits {
  dailyLimit: number | null;
  perSecond: number | null;
  perMinute: number | null;
  ipList: readonly string[];
}
const limitsInWords = ({ dailyLimit, perSecond, perMinute, ipList }: Limits) => ({
  dailyLimit: String(dailyLimit ?? ''),
  perSecond: perSecond === null ? '按接口' : String(perSecond),
  perMinute: String(perMinute ?? ''),
  ipList: ipList.join('、') || '不限',
});

/** Changes what an open interface was granted with, and from where its program may call. Answers the company that it concerns. */
export async function changeGrant(ctx: Ctx, db: Kysely<DB>, input: Parsed<typeof grantChange>): Promise<string> {
  refuseUnlessProvider(ctx);
  return db.transaction().execute(async (trx) => {
    const row = await lockGrant(trx, input);
    if (row.status !== interfaceApplyStatus.opened) throw illegalTransition('只有已开通的可以调整');
    refuseAboveTerms(row, input);
    const { dailyLimit, perSecond, perMinute, remark } = input;
    const ipList = [...new Set(input.ipList)];
    const was = limitsInWords({
      dailyLimit: row.daily_limit,
      perSecond: row.per_second,
      perMinute: row.perMinute,
      ipList: row.ipList ?? [],
    });
    const is = limitsInWords({ dailyLimit, perSecond, perMinute, ipList });
    // without a program there is none whose minutes and addresses could be held
    const held = row.app_id === null ? { perMinute: was.perMinute, ipList: was.ipList } : {};
    const changes = changesBetween(was, { ...is, ...held }, limitLabels);
    if (changes.length === 0) throw invalidField('dailyLimit', '没有改动');
    await writeStatus(trx, ctx, input.id, {
      status: row.status,
      remark,
      daily_limit: dailyLimit,
      per_second: perSecond,
    });
    if (row.app_id !== null)
      await trx
        .updateTable('open_app')
        .set({ per_minute: perMinute, ip_list: ipList, version: sql`version + 1`, updated_at: sql<Date>`now()` })
        .where('id', '=', row.app_id)
        .execute();
    await tellCompany(trx, ctx, row, `已调整：${remark}`, input, changes);
    return row.client_id;
  });
}

/** A new secret for the program of a grant; the only answer that tells it. */
export async function resetSecret(
  ctx: Ctx,
  db: Kysely<DB>,
  keys: Keys,
  input: Parsed<typeof grantResetSecret>,
): Promise<{ clientId: string; shown: Output<typeof grantResetSecret> }> {
  refuseUnlessProvider(ctx);
  return db.transaction().execute(async (trx) => {
    const row = await lockGrant(trx, input);
    if (row.app_id === null || row.appKey === null) throw illegalTransition('此授权没有对接应用，没有密钥');
    if (row.appGone) throw illegalTransition('对接应用已删除');
    const secret = await putSecret(trx, keys, { id: row.app_id, clientId: row.client_id }, input.atOnce);
    await trx.updateTable('open_app').set({ version: sql`version + 1` }).where('id', '=', row.app_id).execute();
    await writeStatus(trx, ctx, input.id, { status: row.status, remark: row.remark });
    await tellCompany(
      trx,
      ctx,
      { ...row, name: row.appName ?? '', appName: null },
      `的密钥已由平台重置，${input.atOnce ? '原密钥立即失效' : `原密钥${overlapH}小时后失效`}`,
      input,
    );
    return { clientId: row.client_id, shown: { id: row.app_id, appKey: row.appKey, secret } };
  });
}

/** 日志 of a grant: calls of its program (or of all of its company's, when it names none) of this interface. */
export async function pageGrantCalls(
  ctx: Ctx,
  db: Kysely<DB>,
  q: Parsed<typeof grantLog>,
): Promise<Output<typeof grantLog>> {
  refuseUnlessProvider(ctx);
  const grant = requireRow(
    await db
      .selectFrom('interface_apply')
      .select(['client_id', 'app_id', 'interface_key'])
      .where('id', '=', q.id)
      .executeTakeFirst(),
    '接口申请',
  );
  return pageCallsWhere(db, ctx, {
    call: grantLog,
    q,
    whose: [
      sql<boolean>`c.client_id = ${grant.client_id} and c.interface_key = ${grant.interface_key}`,
      ...(grant.app_id === null ? [] : [sql<boolean>`c.app_id = ${grant.app_id}`]),
    ],
  });
}

/** Throws when the program is a customer's and the interface is not open for such programs. */
function refuseNotForCustomers({
  customerId,
  key,
  name,
}: {
  customerId: string | null;
  key: string;
  name: string;
}): void {
  if (customerId !== null && !isForCustomers(key)) throw blockedByRule(`应用属于客户，“${name}”不对客户的应用开放`);
}

async function lockGrant(trx: Trx, { id, version }: { id: string; version: number }) {
  const row = requireRow(
    await trx
      .selectFrom('interface_apply as g')
      .leftJoin('open_app as a', 'a.id', 'g.app_id')
      .leftJoin('open_interface as i', 'i.key', 'g.interface_key')
      .select(['g.status', 'g.version', 'g.client_id', 'g.app_id', 'g.user_id', 'g.remark', 'a.name as appName'])
      .select(['g.daily_limit', 'g.per_second', 'a.per_minute as perMinute', 'a.ip_list as ipList'])
      .select(['a.app_key as appKey', 'a.customer_id as customerId', 'g.interface_key as key'])
      .select(sql<string>`coalesce(i.name, g.interface_key)`.as('name'))
      .select(['i.daily_limit as mostDaily', 'i.per_second as mostPerSecond'])
      .select(sql<boolean>`a.deleted_at is not null`.as('appGone'))
      .where('g.id', '=', id)
      .forUpdate('g')
      .executeTakeFirst(),
    '接口申请',
  );
  if (row.version !== version) throw changedMeanwhile('interface_apply', id);
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
  changes?: ReturnType<typeof changesBetween>,
): Promise<void> {
  const name = `${row.name}${row.appName ? `（${row.appName}）` : ''}`;
  await recordChanges(trx, ctx, [{ entity: 'interface_apply', entityId: id, action: `接口${name}${what}`, changes }]);
  await recordChanges(trx, { clientId: row.client_id, userId: ctx.userId, userName: '平台' }, [
    ...(row.app_id === null
      ? []
      : [{ entity: 'open_app', entityId: row.app_id, action: `接口“${name}”${what}`, changes }]),
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
