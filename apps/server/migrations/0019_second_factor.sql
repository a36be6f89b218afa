-- Second factor of an account (TOTP, RFC 6238): the secret is sealed with a key of the installation.
create table second_factor (
  user_id bigint primary key references app_user on delete cascade,
  client_id bigint not null references client,
  -- null until a first code was right
  secret bytea,
  -- a new secret whose first code is waited for
  pending bytea,
  -- the last time step that was accepted: a code is good once
  last_step bigint not null default 0,
  since timestamptz
);
call tenant_table('second_factor');
revoke all on second_factor from app_tenant, app_provider;
create trigger access_changed after insert or delete or update of secret on second_factor for each row execute function notify_access_changed();

-- What opens an account when its telephone is lost, once each; only hashes are kept.
create table recovery_code (
  user_id bigint not null references second_factor on delete cascade,
  client_id bigint not null references client,
  code_sha256 bytea not null,
  used_at timestamptz,
  primary key (user_id, code_sha256)
);
call tenant_table('recovery_code');
revoke all on recovery_code from app_tenant, app_provider;

-- A login between its first and its second step. What the browser holds is a secret of which only the hash is here.
create table login_step (
  secret_sha256 bytea primary key,
  client_id bigint not null references client,
  account_id bigint not null references app_user on delete cascade,
  terminal_kind text not null,
  event text not null,
  login_warehouse text not null default '',
  -- the password was asked for
  proved boolean not null,
  expires_at timestamptz not null
);
call tenant_table('login_step');
revoke all on login_step from app_tenant, app_provider;

-- Who of a company needs a second factor: whoever wants to, administrators, everybody.
alter table client add column second_factor text not null default 'optional' check (second_factor in ('optional', 'admins', 'all'));
create trigger factor_changed after update of second_factor on client for each row execute function notify_client_changed();

-- Users of the tenant whose account has a second factor. Security definer: what is kept of factors is out of reach for a request.
create function factor_users() returns setof bigint language sql stable security definer set search_path = public as $$
  select user_id from second_factor where secret is not null and client_id = app_client_id()
$$;
revoke execute on function factor_users from public;
grant execute on function factor_users to app_tenant, app_provider;
