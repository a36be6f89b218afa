import { codes, type Output } from '@tongda/contract/core/endpoint';
import { dataScope } from '@tongda/contract/enums/org';
import { isMenuKey, menuList, menus } from '@tongda/contract/menus';
import {
  type AuthRight,
  authRights,
  type explainButton,
  type explainVehicle,
  type Reason,
  type ReasonKind,
  reasonNames,
} from '@tongda/contract/resource-auth/resource-auth';
import { withParents } from '@tongda/contract/tree';
import { sql, type Transaction } from 'kysely';
import type { Ctx } from '../../core/ctx';
import type { DB } from '../../core/db-types';
import { AppError, notFound } from '../../core/errors';
import { wireTime } from '../../core/wire-time';
import { orgScope, visibleVehicleRows } from '../org/org.scope';

type Trx = Transaction<DB>;

/** A user as the explanation looks at him. */
interface Person {
  id: string;
  name: string;
  clientId: string;
  orgId: string | null;
  orgName: string;
  orgPath: string[];
  isPrimary: boolean;
  isAdmin: boolean;
  enabled: boolean;
  scopes: Array<{ kind: number; from: string; orgs: Array<{ id: string; name: string }> }>;
}
interface Vehicle {
  id: string;
  plateNo: string;
  clientId: string;
  orgId: string | null;
  orgName: string;
  orgPath: string[];
}
interface Grant {
  id: string;
  orgId: string | null;
  orgName: string;
  userId: string | null;
  inherit: boolean;
  rights: AuthRight[];
  from: Date;
  until: Date | null;
  revokedAt: Date | null;
  grantedBy: string;
}
interface Share {
  owner: string;
  from: Date;
  until: Date | null;
}
export interface Facts {
  user: Person;
  vehicle: Vehicle;
  grants: Grant[];
  shares: Share[];
}

const stateOf = (from: Date, until: Date | null, revokedAt: Date | null, now: Date): Reason['state'] => {
  if (revokedAt) return 'revoked';
  if (until && until <= now) return 'expired';
  return from > now ? 'pending' : 'active';
};

/**
 * Every way by which a user could see a vehicle, each with what became of it. Written against the rules and not against the query that
 * enforces them: a test compares the two for every pair of the demo company.
 */
export function reasonsOf({ user, vehicle, grants, shares }: Facts, now: Date, zone: string): Reason[] {
  const all: AuthRight[] = [...authRights];
  const until = (end: Date | null): string => (end ? `有效期至 ${wireTime(end, zone)}` : '永久有效');
  const reason = (kind: ReasonKind, state: Reason['state'], text: string, more: Partial<Reason> = {}): Reason => ({
    kind,
    state,
    text: `${reasonNames[kind]}：${text}`,
    rights: all,
    endTime: null,
    authId: null,
    ...more,
  });
  const found: Reason[] = [];
  const own = vehicle.clientId === user.clientId;
  if (own && (user.isPrimary || user.isAdmin))
    found.push(
      reason('admin', 'active', `${user.name}是${user.isPrimary ? '主账号' : '管理员账号'}，可见本公司全部车辆`),
    );
  if (own) found.push(...ownership(user, vehicle, reason));
  for (const grant of grants) {
    const way = wayOf(user, grant);
    if (!way) continue;
    const state = stateOf(grant.from, grant.until, grant.revokedAt, now);
    const blocked = state === 'active' && way.blocked ? 'blocked' : state;
    const end = grant.revokedAt ? `已于 ${wireTime(grant.revokedAt, zone)} 撤销` : until(grant.until);
    const tail = blocked === 'blocked' ? `，但${way.blocked}` : '';
    found.push(
      reason(way.kind, blocked, `${way.text}（${grant.grantedBy ? `${grant.grantedBy}授权，` : ''}${end}）${tail}`, {
        rights: grant.rights,
        endTime: grant.until ? wireTime(grant.until, zone) : null,
        authId: grant.id,
      }),
    );
  }
  for (const share of shares) {
    found.push(
      reason(
        'share',
        stateOf(share.from, share.until, null, now),
        `${share.owner}把${vehicle.plateNo}共享给本公司（${until(share.until)}）`,
        {
          rights: ['view'],
          endTime: share.until ? wireTime(share.until, zone) : null,
        },
      ),
    );
  }
  return found;
}

type Make = (kind: ReasonKind, state: Reason['state'], text: string, more?: Partial<Reason>) => Reason;

function ownership(user: Person, vehicle: Vehicle, reason: Make): Reason[] {
  if (!vehicle.orgId) return [];
  const found: Reason[] = [];
  const home = vehicle.orgName;
  for (const { kind, from, orgs } of user.scopes) {
    const scope = `${from}数据范围“${dataScope.label(kind)}”`;
    if (kind === dataScope.below && user.orgId && vehicle.orgPath.includes(user.orgId))
      found.push(
        reason(
          'own',
          'active',
          vehicle.orgId === user.orgId
            ? `车辆属于本部门“${home}”（${scope}）`
            : `车辆属于下级部门“${home}”（${scope}）`,
        ),
      );
    if (kind === dataScope.own && user.orgId === vehicle.orgId)
      found.push(reason('own', 'active', `车辆属于本部门“${home}”（${scope}）`));
    if (kind === dataScope.own && user.orgId && user.orgId !== vehicle.orgId && vehicle.orgPath.includes(user.orgId))
      found.push(reason('own', 'blocked', `车辆属于下级部门“${home}”，但${scope}不含下级`));
    if (kind === dataScope.self && user.orgId && vehicle.orgPath.includes(user.orgId))
      found.push(reason('own', 'blocked', `车辆属于“${home}”，但${scope}只看授权给本人的车辆`));
    const chosen = kind === dataScope.custom ? orgs.find((o) => vehicle.orgPath.includes(o.id)) : undefined;
    if (chosen)
      found.push(
        reason(
          'own',
          'active',
          `车辆属于自定义部门“${chosen.name}”${chosen.id === vehicle.orgId ? '' : `的下级“${home}”`}（${scope}）`,
        ),
      );
  }
  return found;
}

/** How a grant reaches the user; null when it is somebody else's. */
function wayOf(user: Person, grant: Grant): { kind: ReasonKind; text: string; blocked?: string } | null {
  if (grant.userId) return grant.userId === user.id ? { kind: 'user', text: `授权给${user.name}本人` } : null;
  if (!grant.orgId) return null;
  const onlySelf = user.scopes.every(({ kind }) => kind === dataScope.self);
  const blocked = onlySelf ? '该用户的数据范围为“仅本人”，部门授权对其不生效' : undefined;
  if (grant.orgId === user.orgId) return { kind: 'dept', text: `授权给本部门“${grant.orgName}”`, blocked };
  if (!user.orgPath.includes(grant.orgId)) return null;
  return grant.inherit
    ? { kind: 'inherit', text: `授权给上级部门“${grant.orgName}”并含下级`, blocked }
    : { kind: 'inherit', text: `授权给上级部门“${grant.orgName}”`, blocked: '该授权不含下级部门' };
}

/** The person, with the scopes that hold for him. */
export async function personOf(trx: Trx, clientId: string, userId: string): Promise<Person | undefined> {
  const user = await trx
    .selectFrom('app_user as u')
    .leftJoin('org as o', 'o.id', 'u.org_id')
    .select(['u.id', 'u.name', 'u.client_id as clientId', 'u.org_id as orgId', 'u.is_primary as isPrimary'])
    .select(['u.org_type', 'u.status', 'u.data_scope'])
    .select([
      sql<string>`coalesce(o.name, '')`.as('orgName'),
      sql<string[]>`coalesce(o.path, '{}')::text[]`.as('orgPath'),
    ])
    .where('u.id', '=', userId)
    .where('u.client_id', '=', clientId)
    .where('u.deleted_at', 'is', null)
    .executeTakeFirst();
  if (!user) return undefined;
  const { org_type, status, data_scope, ...rest } = user;
  const scopes = data_scope === null ? await roleScopes(trx, userId) : [await ownScope(trx, userId, data_scope)];
  return { ...rest, isAdmin: org_type === 1, enabled: status === 1, scopes };
}

async function ownScope(trx: Trx, userId: string, kind: number): Promise<Person['scopes'][number]> {
  const orgs = await trx
    .selectFrom('user_org_scope as s')
    .innerJoin('org as o', 'o.id', 's.org_id')
    .select(['o.id', 'o.name'])
    .where('s.user_id', '=', userId)
    .execute();
  return { kind, from: '本人', orgs };
}

async function roleScopes(trx: Trx, userId: string): Promise<Person['scopes']> {
  const { rows } = await sql<{ kind: number; name: string; orgs: Array<{ id: string; name: string }> }>`
    select r.data_scope as kind, r.name, coalesce((select json_agg(json_build_object('id', o.id::text, 'name', o.name))
      from role_org_scope s join org o on o.id = s.org_id where s.role_id = r.id), '[]') as orgs
    from user_role ur join role r on r.id = ur.role_id where ur.user_id = ${userId} and r.status = 1 order by r.id`.execute(
    trx,
  );
  if (rows.length === 0) return [{ kind: dataScope.below, from: '默认', orgs: [] }];
  return rows.map(({ kind, name, orgs }) => ({ kind, from: `角色“${name}”`, orgs }));
}

/** Vehicles by id with what the reasons need of them. */
export async function vehicleFacts(trx: Trx, clientId: string, vehicleIds: readonly string[]) {
  const ids = [...vehicleIds];
  const vehicles =
    await sql<Vehicle>`select v.id::text as id, v.plate_no as "plateNo", v.client_id::text as "clientId", v.org_id::text as "orgId",
      coalesce(o.name, '') as "orgName", coalesce(o.path, '{}')::text[] as "orgPath"
    from vehicle v left join org o on o.id = v.org_id where v.id = any(${ids}::bigint[]) and v.deleted_at is null`.execute(
      trx,
    );
  const grants = await sql<
    Grant & { vehicleId: string }
  >`select g.id::text as id, g.resource_id::text as "vehicleId", g.org_id::text as "orgId",
      coalesce(o.name, '') as "orgName", g.user_id::text as "userId", g.inherit, g.rights, g.valid_from as "from", g.valid_until as "until",
      g.revoked_at as "revokedAt", coalesce(u.name, '') as "grantedBy"
    from resource_auth g left join org o on o.id = g.org_id left join app_user u on u.id = g.granted_by
    where g.client_id = ${clientId} and g.resource_kind = 'vehicle' and g.resource_id = any(${ids}::bigint[]) order by g.id desc`.execute(
    trx,
  );
  const shares = await sql<Share & { vehicleId: string }>`select a.vehicle_id::text as "vehicleId",
      coalesce(app_owner_name(a.vehicle_id), '其他公司') as owner, a.valid_from as "from", a.valid_until as "until"
    from vehicle_access a where a.client_id = ${clientId} and a.source = 'share' and a.vehicle_id = any(${ids}::bigint[])`.execute(
    trx,
  );
  return vehicles.rows.map((vehicle) => ({
    vehicle,
    grants: grants.rows.filter((g) => g.vehicleId === vehicle.id),
    shares: shares.rows.filter((s) => s.vehicleId === vehicle.id),
  }));
}

/** Rights that the active reasons open together. */
export const openedBy = (reasons: readonly Reason[]): AuthRight[] => {
  const active = reasons.filter((r) => r.state === 'active');
  return authRights.filter((right) => active.some((r) => r.rights.includes(right)));
};

/** Why a user can or cannot see a vehicle; both must be the asker's to see. */
export function explainVehicleTo(ctx: Ctx, userId: string, vehicleId: string): Promise<Output<typeof explainVehicle>> {
  return ctx.db(async (trx) => {
    const user = await askedUser(trx, ctx, userId);
    const seen =
      await sql`select from vehicle v where v.id = ${vehicleId} and v.deleted_at is null and ${visibleVehicleRows(ctx, 'v')}`.execute(
        trx,
      );
    const [facts] = seen.rows.length > 0 ? await vehicleFacts(trx, ctx.clientId, [vehicleId]) : [];
    if (!facts) throw notFound('车辆');
    const reasons = reasonsOf({ user, ...facts }, new Date(), ctx.timeZone);
    const rights = openedBy(reasons);
    const visible = rights.includes('view');
    const plate = facts.vehicle.plateNo;
    const why = reasons.filter((r) => r.state === 'active').map((r) => reasonNames[r.kind]);
    return {
      visible,
      answer: visible
        ? `${user.name}能看到${plate}，因为：${[...new Set(why)].join('、')}`
        : `${user.name}看不到${plate}：${reasons.length > 0 ? '曾有或可能的途径都未生效' : '车辆不在其数据范围内，也没有授权给本人、本部门或含下级的上级部门'}`,
      rights,
      userOrg: user.orgName,
      vehicleOrg: facts.vehicle.orgName,
      scope: user.scopes.map((s) => `${s.from}：${dataScope.label(s.kind)}`).join('；'),
      reasons,
    };
  });
}

async function askedUser(trx: Trx, ctx: Ctx, userId: string): Promise<Person> {
  const { rows } = await sql`select from app_user u where u.id = ${userId} and u.client_id = ${ctx.clientId}
    and (${orgScope(ctx, 'u.org_id')} or u.id = ${ctx.userId})`.execute(trx);
  const user = rows.length > 0 ? await personOf(trx, ctx.clientId, userId) : undefined;
  if (!user) throw notFound('用户');
  return user;
}

/** Why a user can or cannot open a menu or press a button: what each of his roles gives. */
export function explainButtonTo(
  ctx: Ctx,
  userId: string,
  menuId: number,
  path: string | undefined,
): Promise<Output<typeof explainButton>> {
  return ctx.db(async (trx) => {
    const user = await askedUser(trx, ctx, userId);
    const keys = menuList.filter((m) => m.id === menuId).map((m) => m.key);
    const name = menuList.find((m) => m.id === menuId)?.name;
    if (name === undefined) throw new AppError(codes.notFound, '菜单不存在');
    const { rows } = await sql<{
      id: string;
      name: string;
      status: number;
      all: boolean;
      menus: string[];
      button: boolean;
    }>`
      select r.id::text as id, r.name, r.status, r.all_rights as all,
        array(select m.menu_key from role_menu m where m.role_id = r.id) as menus,
        exists (select from role_button b where b.role_id = r.id and b.menu_id = ${menuId} and b.path = ${path ?? ''}) as button
      from user_role ur join role r on r.id = ur.role_id where ur.user_id = ${userId} order by r.id`.execute(trx);
    const roles: Output<typeof explainButton>['roles'] = rows.map((r) => {
      const held = withParents(r.menus.filter(isMenuKey));
      const menu = r.all || keys.some((key) => isMenuKey(key) && held.has(key));
      const button = path === undefined || r.all || r.button;
      const text = r.all
        ? '拥有全部菜单和按钮'
        : `${menu ? '有' : '没有'}菜单“${name}”${path === undefined ? '' : `，${button ? '已' : '未'}勾选该按钮`}`;
      return {
        id: r.id,
        name: r.name,
        enabled: r.status === 1,
        menu,
        button,
        text: r.status === 1 ? text : `角色已停用；${text}`,
      };
    });
    if (user.isPrimary)
      roles.unshift({
        id: null,
        name: '主账号',
        enabled: true,
        menu: true,
        button: true,
        text: '主账号拥有本公司全部菜单和按钮',
      });
    const live = roles.filter((r) => r.enabled);
    const backstage = keys.every((key) => isMenuKey(key) && menus[key].area === 'backstage');
    const menu = live.some((r) => r.menu) && (ctx.provider || !backstage);
    const button = live.some((r) => r.button);
    const allowed = user.enabled && menu && button;
    return { allowed, answer: buttonAnswer(user, name, path, { menu, button, roles: roles.length }), roles };
  });
}

function buttonAnswer(
  user: Person,
  menuName: string,
  path: string | undefined,
  held: { menu: boolean; button: boolean; roles: number },
): string {
  const what = path === undefined ? `菜单“${menuName}”` : `“${menuName}”下的该按钮`;
  if (!user.enabled) return `${user.name}不能使用${what}：账号已停用`;
  if (held.roles === 0) return `${user.name}不能使用${what}：没有任何角色`;
  if (!held.menu) return `${user.name}不能使用${what}：没有一个启用的角色拥有该菜单`;
  if (!held.button) return `${user.name}不能使用${what}：有菜单，但没有一个启用的角色勾选该按钮`;
  return `${user.name}可以使用${what}`;
}
