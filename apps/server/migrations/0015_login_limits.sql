-- Failed logins are counted by account and network, and with these columns also for an account wherever it is tried from, for a network whatever
-- accounts are tried from it, and overall. `account` is the name that was tried: the account code where it belongs to somebody. `network` is an
-- IPv4 address or the first 64 bits of an IPv6 address; '' for checks that have no network (the password asked once more).
alter table login_attempt add column account text;
alter table login_attempt add column network text;
update login_attempt set account = split_part(key, '|', 1), network = split_part(key, '|', 2);
alter table login_attempt alter column account set not null;
alter table login_attempt alter column network set not null;
-- of `failed_count`, those that turned out wrong: a try is counted when it begins, so that many at once cannot slip through
alter table login_attempt add column wrong_count int not null default 0;
create index login_attempt_account on login_attempt (account, window_start);
create index login_attempt_network on login_attempt (network, window_start);
create index login_attempt_window on login_attempt (window_start);

-- Accounts of the tenant that wrong passwords have locked now: at one network, or everywhere that they are not known. Security definer: attempts
-- belong to no tenant.
create or replace function locked_users() returns setof bigint language sql stable security definer set search_path = public as $$
  select u.id from app_user u
  where u.client_id = app_client_id() and exists (
    select from login_attempt t
    where t.account in (lower(u.account_code), u.phone, lower(u.email)) and t.network <> ''
      and (t.window_start > now() - interval '15 minutes' or t.locked_until > now())
    having bool_or(t.locked_until > now()) or sum(t.wrong_count) >= 20)
$$;

-- A screen on the wall is let in for a time of its own, which the company sets.
alter table client add column screen_max_h smallint not null default 24 check (screen_max_h between 1 and 168);
