import { dataScope } from '@tongda/contract/base/org/enums';
import {
  type AuthRight,
  authRights,
  familyOf,
  type GrantKind,
  grantFamilies,
  grantKindNames,
} from '@tongda/contract/company/resource-auth/rights';
import { type Reason, type ReasonKind, reasonNames } from '@tongda/contract/company/resource-auth/shapes';
import type { FieldMask } from '@tongda/contract/core/field/hidden-kinds';
import { wireTime } from '../../../../core/http/answer/wire-time';

/** What the explanation needs to know of a user. */
export interface Person {
  id: string;
  name: string;
  clientId: string;
  orgId: string | null;
  orgName: string;
  orgPath: string[];
  isPrimary: boolean;
  isAdmin: boolean;
  enabled: boolean;
  /** fields that his roles hide from him; with `video` among them a grant of video gives nothing */
  hides: readonly FieldMask[];
  scopes: Array<{ kind: number; from: string; orgs: Array<{ id: string; name: string }> }>;
}
/** What the explanation needs to know of a resource. */
export interface Resource {
  kind: GrantKind;
  id: string;
  name: string;
  clientId: string;
  orgId: string | null;
  orgName: string;
  orgPath: string[];
  /** visibility of a place: the whole company, its department, or its maker only; null for other kinds */
  open: 'company' | 'org' | 'own' | null;
  createdBy: string | null;
}
export interface Grant {
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
export interface Share {
  owner: string;
  from: Date;
  until: Date | null;
}
export interface Facts {
  user: Person;
  resource: Resource;
  grants: Grant[];
  shares: Share[];
}

const stateOf = (from: Date, until: Date | null, revokedAt: Date | null, now: Date): Reason['state'] => {
  if (revokedAt) return 'revoked';
  if (until && until <= now) return 'expired';
  return from > now ? 'pending' : 'active';
};

/**
 * Every way by which a user could see a resource, each with its state (in effect, not yet, expired, …). Written from the rules and not from the
 * query that enforces them: a test compares the two for every user and resource of the demo company. `zone` is the time zone of the sentences.
 */
export function reasonsOf({ user, resource, grants, shares }: Facts, now: Date, zone: string): Reason[] {
  const noun = grantKindNames[resource.kind];
  const all = [...grantFamilies[familyOf(resource.kind)].rights];
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
  const own = resource.clientId === user.clientId;
  if (own && (user.isPrimary || user.isAdmin))
    found.push(
      reason('admin', 'active', `${user.name}是${user.isPrimary ? '主账号' : '管理员账号'}，可见本公司全部${noun}`),
    );
  if (own) found.push(...reasonsByOpening(user, resource, reason), ...reasonsByOwnership(user, resource, reason));
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
        `${share.owner}把${resource.name}共享给本公司（${until(share.until)}）`,
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

/** Reasons from the visibility of a place: for the whole company, or for its maker only. Places and stores without a department are visible to everybody. */
function reasonsByOpening(user: Person, resource: Resource, reason: Make): Reason[] {
  const noun = grantKindNames[resource.kind];
  const found: Reason[] = [];
  if (resource.open !== null && resource.createdBy === user.id)
    found.push(reason('maker', 'active', `${noun}由${user.name}创建`));
  if (resource.open === 'company')
    found.push(reason('public', 'active', `${noun}的可见范围为“全公司”`, { rights: ['view', 'alarm'] }));
  const everybodys = resource.kind === 'store' || resource.open === 'company' || resource.open === 'org';
  if (everybodys && resource.orgId === null)
    found.push(reason('public', 'active', `${noun}不属于任何部门，全公司可用`));
  if (resource.open === 'own' && resource.createdBy !== user.id)
    found.push(reason('maker', 'blocked', `${noun}的可见范围为“仅自己”，由他人创建`));
  return found;
}

function reasonsByOwnership(user: Person, resource: Resource, reason: Make): Reason[] {
  if (!resource.orgId || resource.open === 'own') return [];
  const noun = grantKindNames[resource.kind];
  const found: Reason[] = [];
  const home = resource.orgName;
  for (const { kind, from, orgs } of user.scopes) {
    const scope = `${from}数据范围“${dataScope.label(kind)}”`;
    if (kind === dataScope.below && user.orgId && resource.orgPath.includes(user.orgId))
      found.push(
        reason(
          'own',
          'active',
          resource.orgId === user.orgId
            ? `${noun}属于本部门“${home}”（${scope}）`
            : `${noun}属于下级部门“${home}”（${scope}）`,
        ),
      );
    if (kind === dataScope.own && user.orgId === resource.orgId)
      found.push(reason('own', 'active', `${noun}属于本部门“${home}”（${scope}）`));
    if (kind === dataScope.own && user.orgId && user.orgId !== resource.orgId && resource.orgPath.includes(user.orgId))
      found.push(reason('own', 'blocked', `${noun}属于下级部门“${home}”，但${scope}不含下级`));
    if (kind === dataScope.self && user.orgId && resource.orgPath.includes(user.orgId))
      found.push(reason('own', 'blocked', `${noun}属于“${home}”，但${scope}只看授权给本人的${noun}`));
    const chosen = kind === dataScope.custom ? orgs.find((o) => resource.orgPath.includes(o.id)) : undefined;
    if (chosen)
      found.push(
        reason(
          'own',
          'active',
          `${noun}属于自定义部门“${chosen.name}”${chosen.id === resource.orgId ? '' : `的下级“${home}”`}（${scope}）`,
        ),
      );
  }
  return found;
}

/** The way by which a grant reaches the user, with what blocks it if anything does; null when it does not concern him. */
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

/** Rights that the active reasons give together, without `video` where it is hidden from the user. */
export const rightsOpenedBy = (reasons: readonly Reason[], hides: readonly FieldMask[]): AuthRight[] => {
  const active = reasons.filter((r) => r.state === 'active');
  return authRights.filter(
    (right) => active.some((r) => r.rights.includes(right)) && !(right === 'video' && hides.includes('video')),
  );
};
