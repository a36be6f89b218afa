import {
  type OrgFields,
  type orgAdd,
  orgDepth,
  orgLabels,
  type orgMove,
  type orgTransfer,
  type orgUpdate,
} from '@tongda/contract/base/org/calls';
import type { JurisdictionChange } from '@tongda/contract/base/org/jurisdiction';
import type { Parsed } from '@tongda/contract/core/endpoint';
import { message } from '@tongda/contract/core/messages';
import { sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import type { Ctx } from '../../../core/http/ctx';
import { blockedByRule, forbiddenError, invalidField, notFound } from '../../../core/http/errors';
import { type Change, recordChanges } from '../../../core/record/audit';
import { guardWrite, type Register, registerWrites } from '../../../core/record/register';
import { fieldsInWords } from '../../../core/record/words';
import { writeJurisdiction } from './extensions';
import { guardAccounts, guardGiven, holdTree, lockTree } from './reach';
import { findOrg } from './repo';
import { orgScope } from './scope';
import { handUpRecords, listUsesOfOrg } from './uses';

const entity = 'org';

/** A department of the caller's scope; 4004 otherwise. */
export async function requireOrg(trx: Trx, ctx: Ctx, id: string, what = '部门') {
  const org = await findOrg(trx, ctx, id);
  if (!org) throw notFound(what);
  return org;
}

const { path: _path, ...ownLabels } = orgLabels;
const plainWording = {
  labels: { parentId: '上级部门', ...ownLabels },
  dicts: { orgType: 'orgType' },
  refs: { parentId: 'org', managerUserId: 'user' },
} as const;
const labels = { ...plainWording.labels, place: '位置' } as const;

/** The register of departments: its table, the words of its history, and the sentences of its unique indexes. */
export const orgRecord: Register<OrgFields> = {
  entity,
  table: 'org',
  noun: '部门',
  wording: {
    labels,
    wordsOf: (fields, names) => ({
      ...fieldsInWords(fields, plainWording, names),
      place: fields.lng != null && fields.lat != null ? `${fields.lng},${fields.lat}` : '',
    }),
  },
  columnsOf: (o) => ({
    name: o.name,
    code: o.code,
    org_type: o.orgType,
    manager_user_id: o.managerUserId,
    phone: o.phone,
    address: o.address,
    lng: o.lng,
    lat: o.lat,
    sort: o.sort,
    remark: o.remark ?? '',
  }),
  twice: (index) => {
    if (index === 'org_client_id_parent_id_name_key') return { field: 'name', msg: message('org.nameTaken') };
    return index === 'org_code' ? { field: 'code', msg: message('org.codeTaken') } : null;
  },
};

const noteOrgChange = (trx: Trx, ctx: Ctx, id: string, action: string, changes: Change[]): Promise<void> =>
  recordChanges(trx, ctx, [{ entity, entityId: id, action, changes }]);

/** Runs a write and turns the loop check of the database into a 4000 at its field: two people may move departments at once. */
const guardLoop = <T>(write: () => Promise<T>): Promise<T> =>
  write().catch((error: { constraint?: string }) => {
    throw error.constraint === 'org_no_loop' ? invalidField('parentId', message('org.loop')) : error;
  });

/** Number of levels of a department with those below it. */
async function loadHeight(trx: Trx, id: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select max(cardinality(b.path) - cardinality(o.path))::int + 1 as n
    from org o join org b on b.path @> array[o.id] where o.id = ${id}`.execute(trx);
  return rows[0]?.n ?? 1;
}

async function loadManagerName(trx: Trx, ctx: Ctx, userId: string | null): Promise<string> {
  if (!userId) return '';
  const user = await trx
    .selectFrom('app_user')
    .select('name')
    .where('id', '=', userId)
    .where('client_id', '=', ctx.clientId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!user) throw invalidField('managerUserId', '所选负责人不存在');
  return user.name;
}

/** What a request says of a department: its fields, the ticks of 管辖范围, and whether the caller may move departments. */
interface GivenOrg extends OrgFields {
  jurisdiction?: JurisdictionChange;
  mayMove?: boolean;
}
type FoundOrg = Awaited<ReturnType<typeof requireOrg>>;

const writes = registerWrites<GivenOrg, OrgFields, FoundOrg>(orgRecord, {
  load: (trx, ctx, id) => requireOrg(trx, ctx, id),
  prepare: async (trx, ctx, { jurisdiction, mayMove, ...fields }, before) => {
    const moved = fields.parentId !== before?.parentId;
    if (before && moved && !mayMove) throw forbiddenError('您没有移动部门的权限');
    const people = before && moved ? await checkMove(trx, ctx, before, fields.parentId ?? '') : [];
    const parent = moved ? await requireOrg(trx, ctx, fields.parentId ?? '', '上级部门') : null;
    if (parent && !before && parent.path.length >= orgDepth)
      throw invalidField('parentId', message('org.depth', { n: orgDepth }));
    const manager = await loadManagerName(trx, ctx, fields.managerUserId);
    return {
      fields,
      names: new Map([
        [`org ${before?.parentId}`, before?.parentName ?? ''],
        [`user ${before?.managerUserId}`, before?.managerName ?? ''],
        [`user ${fields.managerUserId}`, manager],
        ...(parent ? [[`org ${parent.id}`, parent.name] as const] : []),
      ]),
      columns: parent ? { parent_id: parent.id } : {},
      also: async (id) => {
        if (people.length > 0) await guardGiven(trx, ctx, people);
        await writeJurisdiction(trx, ctx, id, jurisdiction);
        return [];
      },
    };
  },
});

/** 新增部门. Throws 4004 for a parent out of the caller's scope, 4000 for one that is too deep or has a child of that name. */
export const addOrg = (ctx: Ctx, input: Parsed<typeof orgAdd>): Promise<{ id: string }> => writes.add(ctx, input);

/** Saves a department; another parent needs the right to move besides. Throws 4009 for an outdated version. */
export const updateOrg = (ctx: Ctx, input: Parsed<typeof orgUpdate>, mayMove: boolean) =>
  guardLoop(() => writes.update(ctx, { ...input, mayMove }));

/**
 * Whether a department may stand below another one. Answers the ids of those who come with it: accounts within the caller's reach, also after the
 * move (`guardGiven`), as what was given to the departments above them becomes theirs. The tree stands still until the transaction ends.
 */
async function checkMove(
  trx: Trx,
  ctx: Ctx,
  org: { id: string; parentId: string | null },
  parentId: string,
): Promise<string[]> {
  await lockTree(trx, ctx);
  if (org.parentId === null) throw blockedByRule(message('org.root'));
  const parent = await requireOrg(trx, ctx, parentId, '上级部门');
  if (parent.path.includes(org.id)) throw invalidField('parentId', message('org.loop'));
  if (parent.path.length + (await loadHeight(trx, org.id)) > orgDepth)
    throw invalidField('parentId', message('org.depth', { n: orgDepth }));
  if (org.parentId === parentId) return [];
  const { rows } = await sql<{ id: string }>`select u.id::text as id from app_user u join org o on o.id = u.org_id
    where o.path @> array[${org.id}::bigint] and u.client_id = ${ctx.clientId} and u.deleted_at is null`.execute(trx);
  const people = rows.map(({ id }) => id);
  if (people.length > 0) await guardAccounts(trx, ctx, people);
  return people;
}

export function moveOrg(ctx: Ctx, { orgId, parentId, index }: Parsed<typeof orgMove>): Promise<null> {
  return ctx.db(async (trx) => {
    await lockTree(trx, ctx);
    const org = await requireOrg(trx, ctx, orgId);
    const people = await checkMove(trx, ctx, org, parentId);
    const parent = await requireOrg(trx, ctx, parentId, '上级部门');
    const siblings = await trx
      .selectFrom('org')
      .select('id')
      .where('parent_id', '=', parentId)
      .where('id', '<>', orgId)
      .orderBy('sort')
      .orderBy('id')
      .execute();
    const order = siblings.map((s) => s.id);
    order.splice(Math.min(index, order.length), 0, orgId);
    if (org.parentId !== parentId)
      await guardLoop(() =>
        guardWrite(orgRecord, () =>
          trx.updateTable('org').set({ parent_id: parentId }).where('id', '=', orgId).execute(),
        ),
      );
    if (people.length > 0) await guardGiven(trx, ctx, people);
    await sql`update org set sort = x.n - 1, version = version + (id = ${orgId})::int, updated_at = now()
      from unnest(${order}::bigint[]) with ordinality as x(org_id, n) where org.id = x.org_id`.execute(trx);
    const place = (name: string, at: number): string => `${name} 第${at + 1}个`;
    await noteOrgChange(trx, ctx, orgId, '移动', [
      { field: 'parentId', label: '位置', before: org.parentName, after: place(parent.name, order.indexOf(orgId)) },
    ]);
    return null;
  });
}

/** Deletes a department that nothing uses any more; throws 4011 naming what uses it. */
export function deleteOrg(ctx: Ctx, id: string): Promise<null> {
  return ctx.db(async (trx) => {
    const org = await requireOrg(trx, ctx, id);
    if (org.parentId === null) throw blockedByRule(message('org.root'));
    const uses = await listUsesOfOrg(trx, id);
    if (uses.length > 0) throw blockedByRule(`${message('org.used')}：${uses.join('，')}`, uses);
    await handUpRecords(trx, id, org.parentId);
    await trx.deleteFrom('org').where('id', '=', id).execute();
    await noteOrgChange(trx, ctx, id, '删除', [{ field: 'name', label: '部门名称', before: org.name, after: '' }]);
    return null;
  });
}

export function setManager(ctx: Ctx, { orgId, userId }: { orgId: string; userId: string | null }): Promise<null> {
  return ctx.db(async (trx) => {
    const org = await requireOrg(trx, ctx, orgId);
    const name = await loadManagerName(trx, ctx, userId);
    await trx
      .updateTable('org')
      .set({ manager_user_id: userId, version: sql<number>`version + 1`, updated_at: sql<Date>`now()` })
      .where('id', '=', orgId)
      .execute();
    if (name !== org.managerName)
      await noteOrgChange(trx, ctx, orgId, '设负责人', [
        { field: 'managerUserId', label: '负责人', before: org.managerName, after: name },
      ]);
    return null;
  });
}

/** Moves users to another department: accounts within the caller's reach, before and after. */
export function transferUsers(ctx: Ctx, { userIds, orgId }: Parsed<typeof orgTransfer>): Promise<{ moved: number }> {
  return ctx.db(async (trx) => {
    await holdTree(trx, ctx);
    const org = await requireOrg(trx, ctx, orgId);
    const users = await trx
      .selectFrom('app_user as u')
      .leftJoin('org as o', 'o.id', 'u.org_id')
      .select(['u.id', 'u.org_id', sql<string>`coalesce(o.name, '')`.as('orgName')])
      .where('u.client_id', '=', ctx.clientId)
      .where('u.deleted_at', 'is', null)
      .where(sql<boolean>`u.id = any(${userIds}::bigint[])`)
      .where(orgScope(ctx, 'u.org_id'))
      .forUpdate('u')
      .execute();
    if (users.length < new Set(userIds).size) throw notFound('用户');
    const ids = users.map((u) => u.id);
    await guardAccounts(trx, ctx, ids);
    const moved = users.filter((u) => u.org_id !== orgId);
    if (moved.length === 0) return { moved: 0 };
    await trx
      .updateTable('app_user')
      .set({ org_id: orgId, version: sql<number>`version + 1`, updated_at: sql<Date>`now()` })
      .where(
        'id',
        'in',
        moved.map((u) => u.id),
      )
      .execute();
    await guardGiven(trx, ctx, ids);
    await recordChanges(
      trx,
      ctx,
      moved.map((u) => ({
        entity: 'user',
        entityId: u.id,
        action: '调部门',
        changes: [{ field: 'orgId', label: '部门', before: u.orgName, after: org.name }],
      })),
    );
    return { moved: moved.length };
  });
}
