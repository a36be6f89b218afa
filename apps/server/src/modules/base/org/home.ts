import type { enterpriseHome } from '@tongda/contract/base/org/calls';
import type { Output } from '@tongda/contract/core/endpoint';
import { sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import { todaySql, wireTimeSql } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import { hideMaskedFields } from '../../../core/masks/hide';
import type { Change } from '../../../core/record/audit';
import { extension, onlyPart } from '../../../core/run/extension';
import { orgScope, seesAll, visibleTerminals, visibleVehicleRows } from './scope';

/** How many orders of the company wait for its money, in the list that the card 待支付订单 leads to. */
export const ordersToPay = extension<(trx: Trx, ctx: Ctx) => Promise<number>>();

/** Entities of the change history that belong to the administration, with their Chinese names. */
const entityNames: Readonly<Record<string, string>> = {
  org: '部门',
  role: '角色',
  user: '用户',
  auth: '车辆设备授权',
  authMap: '地图资源授权',
  authLock: '蓝牙锁授权',
};

interface HomeLine {
  id: string;
  time: string;
  userName: string;
  entity: string;
  name: string;
  action: string;
  /** how many records it was done to in one go; the line tells of the first */
  n: number;
  changes: Change[];
}

/**
 * Numbers of what the caller may see of his company, each as large as the list that its card leads to (compared by a test of the home pages), and the
 * last twenty changes of its administration.
 */
export function loadHome(ctx: Ctx): Promise<Output<typeof enterpriseHome>> {
  return ctx.db(async (trx) => {
    const today = todaySql(ctx.timeZone);
    const counts = await sql<Omit<Output<typeof enterpriseHome>, 'recent' | 'ordersToPay'>>`
      select (select count(*)::int from org o where o.client_id = ${ctx.clientId} and ${orgScope(ctx, 'o.id')}) as orgs,
        u.enabled as "usersEnabled", u.disabled as "usersDisabled", u.idle as "usersIdle",
        (select count(*)::int from role r where r.client_id = ${ctx.clientId}) as roles,
        (select count(*)::int from vehicle v where v.deleted_at is null and ${visibleVehicleRows(ctx, 'v')}) as vehicles,
        d.devices, d.soon as "devicesSoon", g.grants, g.soon as "grantsSoon",
        (select service_end::text from client where id = ${ctx.clientId}) as "serviceEnd"
      from (select count(*) filter (where u.status = 1)::int as enabled, count(*) filter (where u.status <> 1)::int as disabled,
          count(*) filter (where u.status = 1 and coalesce(u.last_login_at, u.created_at) < now() - interval '90 days')::int as idle
          from app_user u where u.client_id = ${ctx.clientId} and u.deleted_at is null and ${orgScope(ctx, 'u.org_id')}) u,
        (select count(*)::int as devices, count(*) filter (where d.service_end between ${today} and ${today} + 30 and f.stopped_at is null)::int as soon
          from device d left join device_fee f on f.device_id = d.id where d.deleted_at is null and ${visibleTerminals(ctx, 'd')}) d,
        (select count(*)::int as grants, count(*) filter (where g.valid_until < now() + interval '30 days')::int as soon
          from resource_auth g where g.client_id = ${ctx.clientId} and g.revoked_at is null and g.resource_kind in ('vehicle', 'device')
            and (g.valid_until is null or g.valid_until > now())
            and (${orgScope(ctx, 'g.org_id')} or exists (select from app_user gu where gu.id = g.user_id and ${orgScope(ctx, 'gu.org_id')}))) g`.execute(
      trx,
    );
    const lines = await sql<HomeLine>`
      with own as (
        select h.id, h.at, h.entity, h.action, h.user_id, h.user_name, coalesce(o.name, r.name, u.name, '') as name
        from change_history h
          left join org o on o.id = h.entity_id and h.entity = 'org'
          left join role r on r.id = h.entity_id and h.entity = 'role'
          left join app_user u on u.id = h.entity_id and h.entity = 'user'
        where h.client_id = ${ctx.clientId} and h.entity = any(${Object.keys(entityNames)}::text[])
          and (${seesAll(ctx)} or h.user_id = ${ctx.userId} or ${orgScope(ctx, 'o.id')} or ${orgScope(ctx, 'u.org_id')})
      ), done as (
        -- what was done in one go (an import, a batch) is one line
        select min(id) as id, at, entity, action, count(*)::int as n from own
        group by at, entity, action, user_id order by at desc, min(id) desc limit 20
      )
      select d.id::text as id, d.entity, d.action, d.n, l.user_name as "userName", l.name, h.changes, ${wireTimeSql(sql<Date>`d.at`, ctx.timeZone)} as time
      from done d join own l on l.id = d.id join change_history h on h.id = d.id order by d.at desc, d.id desc`.execute(
      trx,
    );
    const [row] = counts.rows;
    if (!row) throw new Error('counts of a company are always one row');
    return {
      ...row,
      ordersToPay: await onlyPart(ordersToPay, 'the orders that a company has to pay')(trx, ctx),
      recent: lines.rows.map(({ changes, entity, n, ...line }) => ({
        ...line,
        entity: entityNames[entity] ?? entity,
        text: [
          ...(n > 1 ? [`等${n}条`] : []),
          // `route` masks fields of objects, but it cannot look into a finished text
          ...hideMaskedFields(ctx.rights.masks, changes).map(
            (c) => `${c.label}：${[c.before, c.after].filter(Boolean).join(' → ')}`,
          ),
        ].join('；'),
      })),
    };
  });
}
