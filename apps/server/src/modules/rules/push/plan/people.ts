import { pushChannel } from '@tongda/contract/rules/push/enums';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../../core/generated/db-types';
import { audienceSql } from '../../../base/org/door';
import type { Who } from './timing';

/** One channel to one receiver. `refused` says why it cannot be used; '' when it can. */
export interface Route {
  channel: number;
  /** address that identifies the receiver on this channel: user:7, 13800138000, a@b.cn, endpoint:3 */
  recipient: string;
  name: string;
  userId: string | null;
  endpointId: string | null;
  refused: string;
}

interface Person {
  /** null: has no account */
  userId: string | null;
  name: string;
  phone: string;
  email: string;
  /** bound a WeChat account */
  wechat?: boolean;
  /** the account by which a driver opens his phone page; null: there is none */
  app: string | null;
  /** the driver himself, who may have no account */
  driverId?: string;
}

export interface About {
  clientId: string;
  /** null: a test, everybody of the company may be chosen */
  vehicleId: string | null;
  driverId: string | null;
}

/**
 * All receivers of a choice on all of its channels, each once a channel. Users are only told of vehicles that they see,
 * whoever chose them as receivers.
 */
export async function listRoutes(db: Kysely<DB>, who: Who, about: About): Promise<Route[]> {
  const people = [
    ...(await listAccounts(db, who, about)),
    ...(who.driver ? await listDrivers(db, about) : []),
    ...who.contacts.map(({ name, phone, email }): Person => ({ userId: null, name, phone, email, app: null })),
  ];
  const routes = [
    ...who.channels.flatMap((channel) => people.flatMap((person) => routesOfPerson(channel, person))),
    ...(await listRobotRoutes(db, who, about)),
  ];
  const once = new Map<string, Route>();
  for (const route of routes) {
    const key = `${route.channel} ${route.recipient}`;
    if (!once.has(key)) once.set(key, route);
  }
  return [...once.values()];
}

async function listAccounts(db: Kysely<DB>, who: Who, { clientId, vehicleId }: About): Promise<Person[]> {
  if (who.userIds.length === 0 && who.roleIds.length === 0 && !(who.manager && vehicleId)) return [];
  const { rows } = await sql<Person>`
    select u.id::text as "userId", u.name, coalesce(u.phone, '') as phone, coalesce(u.email, '') as email, u.wx_openid is not null as wechat,
      case when exists (select from driver d where d.id = u.driver_id and d.client_id = u.client_id and d.deleted_at is null) then u.id::text end as app from app_user u
    where u.id in (${audienceSql({ clientId, vehicleId })}) and (
      u.id = any(${who.userIds}::bigint[])
      or exists (select from user_role ur join role r on r.id = ur.role_id and r.status = 1
        where ur.user_id = u.id and ur.role_id = any(${who.roleIds}::bigint[]))
      ${who.manager && vehicleId ? sql`or u.id = (${managerOf(vehicleId)})` : sql``})
    order by u.id`.execute(db);
  return rows;
}

/** SQL: id of the head of the vehicle's department, or of the nearest department above it that has a head. */
const managerOf = (vehicleId: string) => sql`select o.manager_user_id from vehicle v join org own on own.id = v.org_id
  join org o on o.id = any(own.path) where v.id = ${vehicleId} and o.manager_user_id is not null
  order by array_position(own.path, o.id) desc limit 1`;

async function listDrivers(db: Kysely<DB>, { clientId, vehicleId, driverId }: About): Promise<Person[]> {
  if (!vehicleId) return [];
  const { rows } = await sql<Person>`
    select null as "userId", d.name || '（司机）' as name, coalesce(d.phone, '') as phone, '' as email, d.id::text as "driverId",
      (select u.id::text from app_user u where u.driver_id = d.id and u.client_id = d.client_id and u.deleted_at is null and u.status = 1 order by u.id limit 1) as app
    from driver d
    where d.client_id = ${clientId} and d.deleted_at is null
      and d.id = coalesce(${driverId}::bigint, (select v.driver_id from vehicle v where v.id = ${vehicleId}))`.execute(
    db,
  );
  return rows;
}

const empty = { endpointId: null, refused: '' } as const;

function routesOfPerson(channel: number, person: Person): Route[] {
  const { userId, name, phone, email, wechat = false, app, driverId } = person;
  const user = userId === null ? '' : `user:${userId}`;
  const route = (recipient: string, refused = ''): Route[] => [
    { channel, recipient, name, userId, endpointId: null, refused },
  ];
  switch (channel) {
    case pushChannel.inApp:
    case pushChannel.popup:
    case pushChannel.sound:
      return user ? route(user) : [];
    case pushChannel.app:
      if (app !== null) return [{ ...empty, channel, name, recipient: `user:${app}`, userId: app }];
      if (driverId) return route(`driver:${driverId}`, '司机没有登录账号');
      return user ? route(user, '用户不是司机，没有司机端') : [];
    case pushChannel.sms:
    case pushChannel.phone:
      if (phone) return route(phone);
      return user ? route(user, '用户没有手机号') : [];
    case pushChannel.wechat:
      return user ? route(user, wechat ? '' : '用户没有绑定微信') : [];
    case pushChannel.email:
      if (email) return route(email);
      return user ? route(user, '用户没有邮箱') : [];
    default:
      return [];
  }
}

async function listRobotRoutes(db: Kysely<DB>, who: Who, { clientId }: About): Promise<Route[]> {
  if (who.endpointIds.length === 0) return [];
  const rows = await db
    .selectFrom('push_endpoint')
    .select(['id', 'kind', 'name', 'enabled'])
    .where('client_id', '=', clientId)
    .where('deleted_at', 'is', null)
    .where('id', 'in', [...who.endpointIds])
    .orderBy('id')
    .execute();
  return rows.map(({ id, kind, name, enabled }) => ({
    channel: kind,
    recipient: `endpoint:${id}`,
    name,
    userId: null,
    endpointId: id,
    refused: enabled ? '' : `${pushChannel.label(kind)}已停用`,
  }));
}
