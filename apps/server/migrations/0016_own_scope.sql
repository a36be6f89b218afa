-- A user without a data scope of his own and without a role that has one sees himself (3), not his department and everything below it.
create or replace function scope_kinds(u bigint) returns table (kind smallint, role_id bigint) language sql stable as $$
  with own as (select data_scope from app_user where id = u),
  by_role as (select r.data_scope, r.id from user_role ur join role r on r.id = ur.role_id where ur.user_id = u and r.status = 1)
  select data_scope, null::bigint from own where data_scope is not null
  union all select data_scope, id from by_role where (select data_scope from own) is null
  union all select 3::smallint, null::bigint where (select data_scope from own) is null and not exists (select from by_role)
$$;
