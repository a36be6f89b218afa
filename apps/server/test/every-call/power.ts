import { type Kysely, sql } from 'kysely';
import type { DB } from '../../src/core/generated/db-types';

/** What an account may do and see, as a set of words: everything that a call could add to it. */
export type Power = ReadonlySet<string>;

/**
 * The powers of every account of a company, read from the tables alone: kinds of account, rights of its roles (disabled ones too), hidden fields that a
 * role shows, departments of its scope, what it and its department were given. By id of the user.
 */
export async function readPowers(db: Kysely<DB>, clientId: string): Promise<Map<string, Power>> {
  const { rows } = await sql<{ id: string; words: string[] }>`select u.id::text as id, array(
      select 'primary' where u.is_primary
      union all select 'super' where u.is_super
      union all select 'admin' where u.org_type = 1
      union all select 'all rights' from user_role ur join role r on r.id = ur.role_id where ur.user_id = u.id and r.all_rights
      union all select 'menu ' || m.menu_key from user_role ur join role_menu m on m.role_id = ur.role_id where ur.user_id = u.id
      union all select 'button ' || b.menu_id || ' ' || b.path from user_role ur join role_button b on b.role_id = ur.role_id where ur.user_id = u.id
      union all select 'shows ' || m from unnest(array['cost', 'phone', 'video']) m
        where exists (select from user_role ur join role r on r.id = ur.role_id where ur.user_id = u.id and not m = any(r.masks))
      union all select 'department ' || o from scope_orgs(u.id) o
      union all select 'given ' || g.resource_kind || ' ' || g.resource_id || ' ' || x from resource_auth g, unnest(g.rights) x
        where (g.user_id = u.id or exists (select from scope_kinds(u.id) k where k.kind <> 3) and (g.org_id = u.org_id or g.inherit and g.org_id = any(o.path)))
          and g.revoked_at is null and (g.valid_until is null or g.valid_until > now())) as words
    from app_user u left join org o on o.id = u.org_id where u.client_id = ${clientId}`.execute(db);
  return new Map(rows.map(({ id, words }) => [id, new Set(words)]));
}

/** Everything that is written of one account, of the roles that it has, and what it inherits from above its department: who changed it says so here. */
export async function readAccount(db: Kysely<DB>, id: string): Promise<Record<string, unknown>> {
  const { rows } = await sql<Record<string, unknown>>`select to_jsonb(u) as account,
      array(select to_jsonb(r) from user_role ur join role r on r.id = ur.role_id where ur.user_id = u.id order by r.id) as roles,
      array(select m.role_id || ' ' || m.menu_key from user_role ur join role_menu m using (role_id) where ur.user_id = u.id order by 1) as menus,
      array(select b.role_id || ' ' || b.path from user_role ur join role_button b using (role_id) where ur.user_id = u.id order by 1) as buttons,
      array(select s.role_id || ' ' || s.org_id from user_role ur join role_org_scope s using (role_id) where ur.user_id = u.id order by 1) as "roleOrgs",
      array(select s.org_id from user_org_scope s where s.user_id = u.id order by 1) as orgs,
      array(select scope_orgs(u.id) order by 1) as departments,
      array(select g.id from resource_auth g join org o on o.id = u.org_id
        where g.inherit and g.org_id <> u.org_id and g.org_id = any(o.path) order by 1) as inherited,
      array(select to_jsonb(a) from account_company a where a.user_id = u.id or a.account_id = u.id order by a.account_id) as links,
      array(select to_jsonb(i) from company_invite i where i.user_id = u.id order by i.id) as invitations,
      array(select s.id from auth_session s where s.user_id = u.id and s.revoked_at is null order by 1) as sessions
    from app_user u where u.id = ${id}`.execute(db);
  return rows[0] ?? {};
}
