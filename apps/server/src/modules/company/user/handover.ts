import { accountStatus } from '@tongda/contract/base/org/enums';
import { grantFamilies } from '@tongda/contract/company/resource-auth/rights';
import type { HandoverItem, userHandOver, userHandover } from '@tongda/contract/company/user/handover';
import type { Output, Parsed } from '@tongda/contract/core/endpoint';
import { keysOf } from '@tongda/contract/core/keys';
import { sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import type { Ctx } from '../../../core/http/ctx';
import { blockedByRule, changedMeanwhile, invalidField } from '../../../core/http/errors';
import { type Change, recordChanges } from '../../../core/record/audit';
import { type AccountDeps, endSessionsOf } from '../../base/identity/door';
import { copyGrantsIn, endGrantsOf } from '../resource-auth/door';
import { guardLastAdmin } from '../role/door';
import { describeItem, type Heir, listHandoverItems, listHoldings } from './holdings';
import { findUser } from './repo';
import { findChangeableUser, refuseSelfOrPrimary } from './service';

/** What a leaving user still has, for the dialog. Throws 4004, and 4003 for administrators unless the caller is one. */
export function loadHandover(ctx: Ctx, id: string): Promise<Output<typeof userHandover>> {
  return ctx.db(async (trx) => {
    const user = await findChangeableUser(trx, ctx, id);
    const { name, accountCode, orgName, version } = user;
    return {
      name,
      accountCode,
      orgName,
      accountStatus: user.accountStatus,
      version,
      items: await listHandoverItems(trx, id),
    };
  });
}

/**
 * 离职交接: in one transaction moves what the successor takes over and disables the account; its sessions end after the commit. Throws 4011 while
 * something blocks the handover, 4000 when things have to move and no successor is given, 4009 for an outdated version.
 */
export async function handOver(deps: AccountDeps, ctx: Ctx, input: Parsed<typeof userHandOver>) {
  const done = await ctx.db(async (trx) => {
    await sql`select id from app_user where id = any(${[input.id, input.toUserId].filter(Boolean)}::bigint[]) order by id for update`.execute(
      trx,
    );
    const user = await findChangeableUser(trx, ctx, input.id);
    const refusal = refuseSelfOrPrimary(ctx)(user);
    if (refusal) throw refusal;
    if (user.version !== input.version) throw changedMeanwhile('user', input.id);
    const items = await listHandoverItems(trx, user.id);
    const stuck = items.filter(({ fate }) => fate === 'blocks').map(describeItem);
    if (stuck.length > 0) throw blockedByRule(`${user.name}还有${stuck.join('；')}，请先改派司机或结束后再交接`, stuck);
    const moving = items.filter(({ fate, kind }) => fate === 'moves' && (input.grants || !kind.startsWith('grant-')));
    const to = input.toUserId === null ? null : await loadHeir(trx, ctx, user.id, input.toUserId);
    if (moving.length > 0 && to === null)
      throw invalidField('toUserId', `请选择接手人：${user.name}还有${moving.map(describeItem).join('；')}`);
    const from = { id: user.id, name: user.name };
    if (to) {
      for (const { kind } of moving)
        await listHoldings()
          .find((h) => h.kind === kind)
          ?.move?.(trx, ctx, from, to);
      for (const family of keysOf(grantFamilies))
        if (moving.some(({ kind }) => kind === `grant-${family}`)) await copyGrantsIn(trx, ctx, family, from.id, to.id);
    }
    await endGrantsOf(trx, ctx, from);
    await sql`update app_user set status = ${accountStatus.disabled}, version = version + 1, updated_at = now(), updated_by = ${ctx.userId}
      where id = ${user.id}`.execute(trx);
    await guardLastAdmin(trx, ctx);
    await noteHandover(trx, ctx, from, to, items, moving);
    return moving.map(({ label, count }) => ({ label, count }));
  });
  const sessions = await endSessionsOf(deps, [input.id], 'disabled');
  return { moved: done, sessions };
}

/** The successor: an enabled staff user that the caller sees; accounts of drivers, carriers and customers are refused (4000). */
async function loadHeir(trx: Trx, ctx: Ctx, leaverId: string, id: string): Promise<Heir> {
  if (id === leaverId) throw invalidField('toUserId', '接手人不能是本人');
  const heir = await findUser(trx, ctx, id);
  if (!heir) throw invalidField('toUserId', '接手人不存在或无权查看');
  if (heir.accountStatus !== accountStatus.enabled)
    throw invalidField('toUserId', `${heir.name}的账号已停用，不能接手`);
  const { rows } = await sql<{
    outside: boolean;
  }>`select (driver_id is not null or carrier_id is not null or customer_id is not null) as outside
    from app_user where id = ${id}`.execute(trx);
  if (rows[0]?.outside) throw invalidField('toUserId', `${heir.name}是司机、承运商或客户的账号，不能接手`);
  return { id, name: heir.name };
}

async function noteHandover(
  trx: Trx,
  ctx: Ctx,
  from: Heir,
  to: Heir | null,
  items: readonly HandoverItem[],
  moving: readonly HandoverItem[],
): Promise<void> {
  const had = items.map((item) => ({
    field: item.kind,
    label: item.label,
    before: describeItem(item),
    after: moving.includes(item) ? `转交${to?.name ?? ''}` : '结束',
  }));
  const changes: Change[] = [
    {
      field: 'status',
      label: '状态',
      before: accountStatus.label(accountStatus.enabled),
      after: accountStatus.label(accountStatus.disabled),
    },
    ...had,
  ];
  await recordChanges(trx, ctx, [
    { entity: 'user', entityId: from.id, action: '离职交接', changes },
    ...(to && moving.length > 0
      ? [
          {
            entity: 'user',
            entityId: to.id,
            action: '接手',
            changes: [
              { field: 'from', label: `接手${from.name}`, before: '', after: moving.map(describeItem).join('；') },
            ],
          },
        ]
      : []),
  ]);
}
