import { interfaceApplyStatus, msgType } from '@tongda/contract/base/system-enums';
import type {
  InterfaceApplication,
  InterfaceDoc,
  interfaceApply,
  interfacePage,
  interfaceWithdraw,
} from '@tongda/contract/company/openapi/calls';
import type { Output, Parsed } from '@tongda/contract/core/endpoint';
import { errorWords } from '@tongda/contract/core/error-words';
import { message } from '@tongda/contract/core/messages';
import { type Kysely, sql } from 'kysely';
import { requireRow } from '../../../core/db/rows';
import type { Trx } from '../../../core/db/trx';
import type { DB } from '../../../core/generated/db-types';
import type { Ctx } from '../../../core/http/ctx';
import { blockedByRule, forbiddenError, illegalTransition, notFound, versionConflict } from '../../../core/http/errors';
import { wireTime } from '../../../core/http/wire-time';
import { tellProvider } from '../../base/message/door';
import { type Published, publishedInterfaces } from './catalogue';
import { describeInterface } from './document';

/** Only administrators of a company may apply, and nobody who acts in the name of another user. */
const mayApply = (ctx: Ctx): boolean => (ctx.isPrimary || ctx.isOrgManager) && ctx.actor === null;
const refuseUnlessMayApply = (ctx: Ctx): void => {
  if (!mayApply(ctx)) throw forbiddenError('只有企业管理员可以申请开通接口');
};

/** The newest application of the company for each interface. */
async function loadApplications(trx: Trx, ctx: Ctx): Promise<Map<string, InterfaceApplication>> {
  const rows = await trx
    .selectFrom('interface_apply')
    .distinctOn('interface_key')
    .selectAll()
    .where('client_id', '=', ctx.clientId)
    .orderBy('interface_key')
    .orderBy('id', 'desc')
    .execute();
  return new Map(
    rows.map((row) => [
      row.interface_key,
      {
        id: row.id,
        status: interfaceApplyStatus.schema.parse(row.status),
        applyTime: wireTime(row.created_at, ctx.timeZone),
        userName: row.user_name,
        purpose: row.purpose,
        dailyCalls: row.daily_calls,
        remark: row.remark,
        version: row.version,
      },
    ]),
  );
}

const headOf = ({ key, group, name, summary, endpoint }: Published, application: InterfaceApplication | undefined) => ({
  key,
  group,
  name,
  summary,
  method: endpoint.method,
  path: endpoint.path,
  application: application ?? null,
});

export function listInterfaces(ctx: Ctx, origin: string, docs: boolean): Promise<Output<typeof interfacePage>> {
  return ctx.db(async (trx) => {
    const applications = await loadApplications(trx, ctx);
    return {
      origin,
      docs,
      mayApply: mayApply(ctx),
      list: publishedInterfaces.map((one) => headOf(one, applications.get(one.key))),
    };
  });
}

const findPublished = (key: string): Published => {
  const one = publishedInterfaces.find((candidate) => candidate.key === key);
  if (!one) throw notFound('接口');
  return one;
};

export function readInterface(ctx: Ctx, key: string, origin: string): Promise<InterfaceDoc> {
  const one = findPublished(key);
  return ctx.db(async (trx) => ({
    ...headOf(one, (await loadApplications(trx, ctx)).get(key)),
    ...describeInterface(one, origin),
    errors: [...errorWords],
    readOnly: one.readOnly,
    mayApply: mayApply(ctx),
  }));
}

/** Stores an application and tells the provider. Throws 4011 when the company has an open application for this interface already. */
export async function applyForInterface(
  ctx: Ctx,
  db: Kysely<DB>,
  { key, purpose, dailyCalls }: Parsed<typeof interfaceApply>,
): Promise<null> {
  const one = findPublished(key);
  refuseUnlessMayApply(ctx);
  const open = [interfaceApplyStatus.review, interfaceApplyStatus.opened];
  const id = await ctx.db(async (trx) => {
    const stored = await trx
      .insertInto('interface_apply')
      .values({
        client_id: ctx.clientId,
        interface_key: key,
        purpose,
        daily_calls: dailyCalls,
        user_id: ctx.userId,
        user_name: ctx.userName,
      })
      .onConflict((on) => on.columns(['client_id', 'interface_key']).where('status', 'in', open).doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!stored) throw blockedByRule(message('trial.again'));
    return stored.id;
  });
  await tellProvider(db, {
    type: msgType.notice,
    title: `接口开通申请：${ctx.clientName}`,
    content: `${ctx.clientName}申请开通接口“${one.name}”。用途：${purpose}。预计每日调用${dailyCalls}次。申请人${ctx.userName}（${ctx.accountCode}）。`,
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
    if (row.version !== version) throw versionConflict();
    if (row.status !== interfaceApplyStatus.review) throw illegalTransition('只有审核中的申请可以撤回');
    await trx
      .updateTable('interface_apply')
      .set({ status: interfaceApplyStatus.withdrawn, version: sql`version + 1`, updated_at: sql<Date>`now()` })
      .where('id', '=', id)
      .execute();
    return null;
  });
}
