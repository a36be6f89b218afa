import { sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import type { Ctx } from '../../../core/http/ctx';
import { conflict, notFound } from '../../../core/http/errors';
import { type Change, recordChanges } from '../../../core/record/audit';
import { giveOpenMessages } from '../../base/message/door';
import { presetRole } from './guard';

const entity = 'role';

/** The caller's company's role, locked; 4004 when it is not there, 4009 when it was changed since `version`. */
export async function lockedRole(trx: Trx, ctx: Ctx, id: string, version?: number) {
  const role = await trx
    .selectFrom('role')
    .selectAll()
    .where('id', '=', id)
    .where('client_id', '=', ctx.clientId)
    .forUpdate()
    .executeTakeFirst();
  if (!role) throw notFound('角色');
  if (version !== undefined && role.version !== version) throw conflict();
  return role;
}

/** As `lockedRole`, and it may be changed. */
export async function changeableRole(trx: Trx, ctx: Ctx, id: string, version?: number) {
  const role = await lockedRole(trx, ctx, id, version);
  if (role.preset || role.all_rights) throw presetRole(role.name);
  return role;
}

export async function touch(trx: Trx, ctx: Ctx, id: string, set: Record<string, unknown> = {}): Promise<number> {
  const { version } = await trx
    .updateTable('role')
    .set({ ...set, updated_by: ctx.userId, version: sql<number>`version + 1`, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow();
  return version;
}

/** Whoever holds the role may see and do more than before: what is still open there concerns him from now on. */
export async function handOpenMessages(trx: Trx, ctx: Ctx, roleId: string): Promise<void> {
  const holders = await trx.selectFrom('user_role').select('user_id').where('role_id', '=', roleId).execute();
  await giveOpenMessages(
    trx,
    ctx.clientId,
    holders.map(({ user_id }) => user_id),
  );
}

export const note = (trx: Trx, ctx: Ctx, id: string, action: string, changes: Change[] = []): Promise<void> =>
  recordChanges(trx, ctx, [{ entity, entityId: id, action, changes }]);
export const change = (field: string, label: string, before: string, after: string): Change => ({
  field,
  label,
  before,
  after,
});
