import { sql } from 'kysely';

/** SQL on the aliases `u` (user) and `c` (his company): whether the company wants a second factor of the user. Whoever administers counts as administrator: primary users, managers of the organisation, super managers and the provider's staff. */
export const factorWantedSql = sql<boolean>`(c.second_factor = 'all'
  or c.second_factor = 'admins' and (u.is_primary or u.org_type = 1 or u.is_super or c.kind = 'provider'))`;

/** SQL on `u`, `c` and `s` (session): whether a second factor is wanted that the account of the session does not have. */
export const lacksFactorSql = sql<boolean>`(${factorWantedSql} and not exists (
  select from second_factor f where f.user_id = coalesce(s.account_id, u.id) and f.secret is not null))`;
