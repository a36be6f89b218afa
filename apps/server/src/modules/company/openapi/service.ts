import { interfaceApplyStatus, msgType } from '@tongda/contract/base/system-enums';
import type {
  InterfaceApplication,
  InterfaceDoc,
  interfaceApply,
  interfacePage,
  interfaceWithdraw,
} from '@tongda/contract/company/openapi/calls';
import type { Output, Parsed } from '@tongda/contract/core/endpoint';
import { message } from '@tongda/contract/core/messages';
import { type Kysely, sql } from 'kysely';
import { requireRow } from '../../../core/db/rows';
import type { Trx } from '../../../core/db/trx';
import type { DB } from '../../../core/generated/db-types';
import { todaySql, wireTime } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import {
  blockedByRule,
  changedMeanwhile,
  forbiddenError,
  illegalTransition,
  notFound,
} from '../../../core/http/errors';
import { recordChanges } from '../../../core/record/audit';
import { tellProvider } from '../../base/message/door';
import { refuseInterfacesBeyond } from './app/reach';
import { requireApp } from './app/service';
import { answersWithNotes, describeInterface, withNotes } from './document';
import { type Listed, loadListed } from './listed';
import { mayApply, seesPrograms } from './manager';

const refuseUnlessMayApply = (ctx: Ctx): void => {
  if (!mayApply(ctx)) throw forbiddenError('只有企业管理员可以申请开通接口');
};

/** The newest application of the company for each interface and program, newest first; none for who may not list programs. */
async function loadApplications(trx: Trx, ctx: Ctx): Promise<Map<string, InterfaceApplication[]>> {
  if (!seesPrograms(ctx)) return new Map();
  const rows = await trx
    .selectFrom('interface_apply as g')
    .leftJoin('open_app as a', 'a.id', 'g.app_id')
    .distinctOn(['g.interface_key', 'g.app_id'])
    .selectAll('g')
    .select(sql<string>`coalesce(a.name, '')`.as('app_name'))
    .where('g.client_id', '=', ctx.clientId)
    .where('a.deleted_at', 'is', null)
    .orderBy('g.interface_key')
    .orderBy('g.app_id')
    .orderBy('g.id', 'desc')
    .execute();
  const byKey = new Map<string, InterfaceApplication[]>();
  for (const row of rows.sort((a, b) => Number(b.id) - Number(a.id)))
    byKey.set(row.interface_key, [
      ...(byKey.get(row.interface_key) ?? []),
      {
        id: row.id,
        appId: row.app_id,
        appName: row.app_name,
        dailyLimit: row.daily_limit,
        status: interfaceApplyStatus.schema.parse(row.status),
        applyTime: wireTime(row.created_at, ctx.timeZone),
        userName: row.user_name,
        purpose: row.purpose,
        dailyCalls: row.daily_calls,
        remark: row.remark,
        version: row.version,
      },
    ]);
  return byKey;
}

/** Programs of the company, for who may apply in their name. */
async function loadAppNames(trx: Trx, ctx: Ctx): Promise<{ id: string; name: string }[]> {
  if (!mayApply(ctx)) return [];
  return trx
    .selectFrom('open_app')
    .select(['id', 'name'])
    .where('client_id', '=', ctx.clientId)
    .where('deleted_at', 'is', null)
    .orderBy('name')
    .execute();
}

/** Calls of today by interface, as quotas count: without those that were refused; none for who may not list programs. */
async function loadToday(trx: Trx, ctx: Ctx): Promise<Map<string, number>> {
  if (!seesPrograms(ctx)) return new Map();
  const rows = await trx
    .selectFrom('open_usage')
    .select(['interface_key', sql<number>`sum(ok + failed)::int`.as('n')])
    .where('client_id', '=', ctx.clientId)
    .where('day', '=', todaySql(ctx.timeZone))
    .groupBy('interface_key')
    .execute();
  return new Map(rows.map((row) => [row.interface_key, row.n]));
}

const headOf = (
  { key, group, name, summary, endpoint, charge, chargeNote }: Listed,
  applications: InterfaceApplication[],
  callsToday: number,
) => ({
  key,
  group,
  name,
  summary,
  method: endpoint.method,
  path: endpoint.path,
  charge,
  chargeNote,
  application: applications[0] ?? null,
  applications,
  callsToday,
});

export function listInterfaces(ctx: Ctx, origin: string, docs: boolean): Promise<Output<typeof interfacePage>> {
  return ctx.db(async (trx) => {
    const applications = await loadApplications(trx, ctx);
    const today = await loadToday(trx, ctx);
    return {
      origin,
      docs,
      mayApply: mayApply(ctx),
      seesPrograms: seesPrograms(ctx),
      apps: await loadAppNames(trx, ctx),
      list: (await loadListed(trx))
        .filter(({ isPublished }) => isPublished)
        .map((one) => headOf(one, applications.get(one.key) ?? [], today.get(one.key) ?? 0)),
    };
  });
}

/** The open interface with this key. Throws 4004 when there is none, 4011 when it is not published. */
async function findPublished(trx: Trx, key: string): Promise<Listed> {
  const one = (await loadListed(trx)).find((candidate) => candidate.key === key);
  if (!one) throw notFound('接口');
  if (!one.isPublished) throw blockedByRule(`接口“${one.name}”已下线`);
  return one;
}

export function readInterface(ctx: Ctx, key: string, origin: string): Promise<InterfaceDoc> {
  return ctx.db(async (trx) => {
    const one = await findPublished(trx, key);
    const { doc, perSecond, dailyLimit, answerExample, readOnly } = one;
    return {
      ...headOf(one, (await loadApplications(trx, ctx)).get(key) ?? [], (await loadToday(trx, ctx)).get(key) ?? 0),
      ...withNotes(describeInterface(one, origin), one.notes),
      doc,
      perSecond,
      dailyLimit,
      answerExample,
      errors: answersWithNotes(one.notes),
      readOnly,
      mayApply: mayApply(ctx),
      seesPrograms: seesPrograms(ctx),
      apps: await loadAppNames(trx, ctx),
    };
  });
}

/** Stores an application and tells the provider. Throws 4011 when the company has an open application for this interface already. */
export async function applyForInterface(
  ctx: Ctx,
  db: Kysely<DB>,
  { key, appId, purpose, dailyCalls }: Parsed<typeof interfaceApply>,
): Promise<null> {
  refuseUnlessMayApply(ctx);
  const open = [interfaceApplyStatus.review, interfaceApplyStatus.opened];
  const { id, name } = await ctx.db(async (trx) => {
    const one = await findPublished(trx, key);
    const { customerId } = await requireApp(trx, ctx, appId);
    if (customerId !== null && !one.forCustomers)
      throw blockedByRule(`“${one.name}”不对客户的应用开放；请用本公司自用的应用申请`);
    await refuseInterfacesBeyond(trx, ctx, [key]);
    const stored = await trx
      .insertInto('interface_apply')
      .values({
        client_id: ctx.clientId,
        interface_key: key,
        app_id: appId,
        purpose,
        daily_calls: dailyCalls,
        user_id: ctx.userId,
        user_name: ctx.userName,
      })
      .onConflict((on) =>
        on.expression(sql`client_id, interface_key, coalesce(app_id, 0)`).where('status', 'in', open).doNothing(),
      )
      .returning('id')
      .executeTakeFirst();
    if (!stored) throw blockedByRule(message('trial.again'));
    return { id: stored.id, name: one.name };
  });
  await tellProvider(db, {
    type: msgType.notice,
    title: `接口开通申请：${ctx.clientName}`,
    content: `${ctx.clientName}申请开通接口“${name}”。用途：${purpose}。预计每日调用${dailyCalls}次。申请人${ctx.userName}（${ctx.accountCode}）。`,
    menu: 'openAuthorize',
    onceKey: `interface ${id}`,
  });
  return null;
}

export async function withdrawInterface(ctx: Ctx, { id, version }: Parsed<typeof interfaceWithdraw>): Promise<null> {
  refuseUnlessMayApply(ctx);
  return ctx.db(async (trx) => {
    const row = requireRow(
      await trx
        .selectFrom('interface_apply')
        .select(['status', 'version'])
        .where('id', '=', id)
        .where('client_id', '=', ctx.clientId)
        .forUpdate()
        .executeTakeFirst(),
      '接口申请',
    );
    if (row.version !== version) throw changedMeanwhile('interface_apply', id);
    if (row.status !== interfaceApplyStatus.review) throw illegalTransition('只有审核中的申请可以撤回');
    await trx
      .updateTable('interface_apply')
      .set({ status: interfaceApplyStatus.withdrawn, version: sql`version + 1`, updated_at: sql<Date>`now()` })
      .where('id', '=', id)
      .execute();
    await recordChanges(trx, ctx, [{ entity: 'interface_apply', entityId: id, action: '撤回接口申请' }]);
    return null;
  });
}
