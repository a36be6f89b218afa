import { sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import type { Ctx } from '../../../core/http/ctx';
import { changedMeanwhile, notFound } from '../../../core/http/errors';
import { type Change, recordChanges } from '../../../core/record/audit';
import { giveOpenMessages } from '../../base/message/door';
import { presetRoleError } from './guard';

const entity = 'role';

/** A role of the caller's company, with its row locked. Throws 4004 when there is none, 4009 when it was changed since `version`. */
export async function lockedRole(trx: Trx, ctx: Ctx, id: string, version?: number) {
  const role = await trx
    .selectFrom('role')
    .selectAll()
    .where('id', '=', id)
    .where('client_id', '=', ctx.clientId)
    .forUpdate()
    .executeTakeFirst();
  if (!role) throw notFound('角色');
  if (version !== undefined && role.version !== version) throw changedMeanwhile(entity, id);
  return role;
}

/** Like `lockedRole`, and throws 4010 for a role that the product made or that has all rights. */
export async function changeableRole(trx: Trx, ctx: Ctx, id: string, version?: number) {
  const role = await lockedRole(trx, ctx, id, version);
  if (role.preset || role.all_rights) throw presetRoleError(role.name);
  return role;
}

export async function touchRole(trx: Trx, ctx: Ctx, id: string, set: Record<string, unknown> = {}): Promise<number> {
  const { version } = await trx
    .updateTable('role')
    .set({ ...set, updated_by: ctx.userId, version: sql<number>`version + 1`, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow();
  return version;
}

/** Hands the members of a role the open messages that concern them now that the role allows more. */
export async function handOpenMessages(trx: Trx, ctx: Ctx, roleId: string): Promise<void> {
  const holders = await trx.selectFrom('user_role').select('user_id').where('role_id', '=', roleId).execute();
  await giveOpenMessages(
    trx,
    ctx.clientId,
    holders.map(({ user_id }) => user_id),
  );
}

export const noteRoleChange = (trx: Trx, ctx: Ctx, id: string, action: string, changes: Change[] = []): Promise<void> =>
  recordChanges(trx, ctx, [{ entity, entityId: id, action, changes }]);
export const changeOf = (field: string, label: string, before: string, after: string): Change => ({
  field,
  label,
  before,
  after,
});
