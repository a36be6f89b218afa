import type { PushChoices } from '@tongda/contract/rules/push/calls';
import { sql } from 'kysely';
import type { Trx } from '../../../../core/db/trx';
import type { Ctx } from '../../../../core/http/ctx';

/** Users, roles and robots of the company that may be chosen as receivers. */
export async function listChoices(
  trx: Trx,
  ctx: Ctx,
  real: Pick<PushChoices, 'realSms' | 'realMail' | 'realWechat' | 'realVoice' | 'sms'>,
): Promise<PushChoices> {
  const users = await trx
    .selectFrom('app_user as u')
    .leftJoin('org as o', 'o.id', 'u.org_id')
    .select(['u.id', 'u.name', sql<string>`coalesce(o.name, '')`.as('note')])
    .select([
      sql<boolean>`coalesce(u.phone, '') <> ''`.as('phone'),
      sql<boolean>`coalesce(u.email, '') <> ''`.as('email'),
      sql<boolean>`u.wx_openid is not null`.as('wechat'),
    ])
    .where('u.client_id', '=', ctx.clientId)
    .where('u.deleted_at', 'is', null)
    .where('u.status', '=', 1)
    .orderBy('u.name')
    .limit(1000)
    .execute();
  const roles = await trx
    .selectFrom('role')
    .select(['id', 'name'])
    .where('client_id', '=', ctx.clientId)
    .where('status', '=', 1)
    .orderBy('name')
    .execute();
  const endpoints = await trx
    .selectFrom('push_endpoint')
    .select(['id', 'name', 'kind', 'enabled'])
    .where('client_id', '=', ctx.clientId)
    .where('deleted_at', 'is', null)
    .orderBy('name')
    .execute();
  return { users, roles, endpoints, ...real };
}
