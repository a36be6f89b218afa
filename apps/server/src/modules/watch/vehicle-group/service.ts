import type { Parsed } from '@tongda/contract/core/endpoint';
import { type addGroupVehicle, groupRules, type VehicleGroup } from '@tongda/contract/watch/vehicle-group/calls';
import { sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import type { Ctx } from '../../../core/http/ctx';
import { blockedByRule, invalidField, notFound } from '../../../core/http/errors';
import { visibleVehicles } from '../../base/org/door';

/** Scope of push settings that are about groups (pushScope of a higher wing). */
const byGroups = 5;

/** Vehicle groups belong to one user. Somebody who acts in his name sees and changes them too, as nothing in them is secret or binding. */
const isOwnGroup = (ctx: Ctx, trx: Trx) => trx.selectFrom('vehicle_group as g').where('g.user_id', '=', ctx.userId);

export function listGroups(ctx: Ctx): Promise<VehicleGroup[]> {
  return ctx.db(async (trx) => {
    const groups = await isOwnGroup(ctx, trx)
      .select(['g.id', 'g.name', 'g.sort'])
      .orderBy('g.sort')
      .orderBy('g.id')
      .execute();
    const items = await trx
      .selectFrom('vehicle_group_item as i')
      .innerJoin('vehicle_group as g', 'g.id', 'i.group_id')
      .innerJoin('vehicle as v', 'v.id', 'i.vehicle_id')
      .leftJoin('org as o', 'o.id', 'v.org_id')
      .select([
        'i.group_id',
        'v.id as vehicleId',
        'v.plate_no as plateNo',
        sql<string>`coalesce(o.name, '')`.as('orgName'),
      ])
      .where('g.user_id', '=', ctx.userId)
      .where('v.deleted_at', 'is', null)
      .where(visibleVehicles(ctx, 'v.id'))
      .orderBy('v.plate_no')
      .execute();
    return groups.map((group) => ({
      ...group,
      vehicles: items.filter((item) => item.group_id === group.id).map(({ group_id: _group, ...vehicle }) => vehicle),
    }));
  });
}

/** Every vehicle that the caller sees, each with the ids of the groups that it is in. */
export function listVehicles(ctx: Ctx) {
  return ctx.db((trx) =>
    trx
      .selectFrom('vehicle as v')
      .leftJoin('org as o', 'o.id', 'v.org_id')
      .select(['v.id as vehicleId', 'v.plate_no as plateNo', 'v.remark_no as remarkNo', 'v.org_id as orgId'])
      .select([
        sql<string>`coalesce(o.name, '')`.as('orgName'),
        sql<
          string[]
        >`coalesce((select array_agg(i.group_id::text) from vehicle_group_item i join vehicle_group g on g.id = i.group_id
          where i.vehicle_id = v.id and g.user_id = ${ctx.userId}), '{}')`.as('groupIds'),
      ])
      .where('v.deleted_at', 'is', null)
      .where(visibleVehicles(ctx, 'v.id'))
      .orderBy('v.plate_no')
      .execute(),
  );
}

export function createGroup(
  ctx: Ctx,
  input: { name: string; sort?: number; vehicleIds?: string[] },
): Promise<{ id: string }> {
  return ctx.db(async (trx) => {
    await lockGroups(ctx, trx);
    const groups = await isOwnGroup(ctx, trx).select(['g.id', 'g.name']).orderBy('g.sort').orderBy('g.id').execute();
    if (groups.length >= groupRules.maxGroups) throw blockedByRule(`最多${groupRules.maxGroups}个分组`);
    refuseTaken(groups, input.name, null);
    const { id } = await trx
      .insertInto('vehicle_group')
      .values({ client_id: ctx.clientId, user_id: ctx.userId, name: input.name, sort: groups.length })
      .returning('id')
      .executeTakeFirstOrThrow();
    if (input.vehicleIds?.length) await putVehicles(ctx, trx, id, input.vehicleIds);
    if (input.sort !== undefined)
      await writeOrder(
        trx,
        insertAt(
          groups.map((g) => g.id),
          id,
          input.sort,
        ),
      );
    return { id };
  });
}

/** Sets all vehicles of a group, or adds and removes some of them and leaves the others as they are. */
export function changeGroupVehicles(
  ctx: Ctx,
  { groupId, vehicleIds, add = [], remove = [] }: Parsed<typeof addGroupVehicle>,
): Promise<void> {
  return ctx.db(async (trx) => {
    await mustOwn(ctx, trx, groupId);
    const left = trx.deleteFrom('vehicle_group_item').where('group_id', '=', groupId);
    if (vehicleIds) await left.execute();
    else if (remove.length > 0) await left.where(sql<boolean>`vehicle_id = any(${remove}::bigint[])`).execute();
    await putVehicles(ctx, trx, groupId, [...(vehicleIds ?? []), ...add]);
  });
}

export function renameGroup(ctx: Ctx, id: string, name: string): Promise<void> {
  return ctx.db(async (trx) => {
    await lockGroups(ctx, trx);
    await mustOwn(ctx, trx, id);
    refuseTaken(await isOwnGroup(ctx, trx).select(['g.id', 'g.name']).execute(), name, id);
    await trx.updateTable('vehicle_group').set({ name }).where('id', '=', id).execute();
  });
}

export function removeGroup(ctx: Ctx, id: string): Promise<void> {
  return ctx.db(async (trx) => {
    await mustOwn(ctx, trx, id);
    const held = await trx
      .selectFrom('push_setting')
      .select('name')
      .where('client_id', '=', ctx.clientId)
      .where('deleted_at', 'is', null)
      .where('scope', '=', byGroups)
      .where(sql<boolean>`${id}::bigint = any(target_ids)`)
      .executeTakeFirst();
    if (held) throw blockedByRule(`分组正被推送设置“${held.name}”使用，请先修改该设置`);
    await trx.deleteFrom('vehicle_group').where('id', '=', id).execute();
  });
}

/** Stores the order of all groups; groups that the list does not name follow in their old order. */
export function orderGroups(ctx: Ctx, groupIds: string[]): Promise<void> {
  return ctx.db(async (trx) => {
    await lockGroups(ctx, trx);
    const ids = (await isOwnGroup(ctx, trx).select('g.id').orderBy('g.sort').orderBy('g.id').execute()).map(
      ({ id }) => id,
    );
    if (groupIds.some((id) => !ids.includes(id))) throw notFound('车辆分组');
    await writeOrder(trx, [...new Set(groupIds), ...ids.filter((id) => !groupIds.includes(id))]);
  });
}

/** Moves one group to a position of the list, counted from 0. */
export function moveGroup(ctx: Ctx, id: string, to: number): Promise<void> {
  return ctx.db(async (trx) => {
    await lockGroups(ctx, trx);
    const ids = (await isOwnGroup(ctx, trx).select('g.id').orderBy('g.sort').orderBy('g.id').execute()).map(
      (g) => g.id,
    );
    if (!ids.includes(id)) throw notFound('车辆分组');
    await writeOrder(
      trx,
      insertAt(
        ids.filter((other) => other !== id),
        id,
        to,
      ),
    );
  });
}

const insertAt = (ids: string[], id: string, at: number): string[] => [...ids.slice(0, at), id, ...ids.slice(at)];

async function writeOrder(trx: Trx, ids: string[]): Promise<void> {
  await sql`update vehicle_group g set sort = o.at - 1 from unnest(${ids}::bigint[]) with ordinality as o(id, at) where g.id = o.id`.execute(
    trx,
  );
}

/** Takes a lock of the user until the transaction ends, so that two requests cannot pass the checks of names and counts at the same time. */
const lockGroups = (ctx: Ctx, trx: Trx): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtext(${`vehicle group ${ctx.userId}`}))`.execute(trx);

function refuseTaken(groups: Array<{ id: string; name: string }>, name: string, except: string | null): void {
  if (groups.some((g) => g.name === name && g.id !== except)) throw invalidField('name', `分组“${name}”已存在`);
}

async function mustOwn(ctx: Ctx, trx: Trx, id: string): Promise<void> {
  const found = await isOwnGroup(ctx, trx).select('g.id').where('g.id', '=', id).executeTakeFirst();
  if (!found) throw notFound('车辆分组');
}

/**
 * Puts vehicles into a group. Vehicles that the caller does not see are left out without an error, as they also vanish from a group when he
 * loses the right to see them.
 */
async function putVehicles(ctx: Ctx, trx: Trx, groupId: string, vehicleIds: string[]): Promise<void> {
  await sql`insert into vehicle_group_item (client_id, group_id, vehicle_id)
    select ${ctx.clientId}, ${groupId}, v.id from vehicle v
    where v.id = any(${vehicleIds}::bigint[]) and v.deleted_at is null and ${visibleVehicles(ctx, 'v.id')}
    on conflict do nothing`.execute(trx);
}
