-- Sessions as shell.md A wants them: one at a time, acting for others, screens on the wall, codes by SMS and QR, old passwords.

-- 综合配置: several computers at once (允许多端同时登录), and how long a session lives however often it is renewed.
alter table client
  add column multi_login boolean not null default false,
  add column session_max_h smallint not null default 24 check (session_max_h between 1 and 168);

alter table auth_session drop constraint auth_session_terminal_kind_check;
alter table auth_session
  add constraint auth_session_terminal_kind_check check (terminal_kind in ('web', 'h5', 'tv', 'open', 'visit', 'act')),
  -- the account that was logged in with, where it is not the user (account_company)
  add column account_id bigint references app_user on delete cascade,
  -- who really sits there: a super manager acting as this user ('super'), provider staff visiting this company ('visit')
  add column actor_user_id bigint references app_user on delete cascade,
  add column actor_mode text check (actor_mode in ('super', 'visit')),
  add column actor_reason text,
  -- the session that acts; it ends its acting ones with it
  add column parent_id uuid references auth_session on delete cascade,
  -- nothing may be written: screens on the wall, and visits without the right to
  add column read_only boolean not null default false,
  add constraint auth_session_actor check ((actor_user_id is null) = (actor_mode is null) and (actor_mode is null) = (parent_id is null));
create index auth_session_parent on auth_session (parent_id) where parent_id is not null;

-- What happened to an account, with whoever really did it.
alter table login_log
  add column actor_user_id bigint,
  add column actor_name text,
  add column session_id uuid,
  add column detail jsonb;
create index login_log_account on login_log (lower(account_code), at desc);
create index login_log_client on login_log (client_id, at desc);

-- Who really made a change, when he acted as somebody else.
alter table change_history add column actor_user_id bigint;

-- A person who works for several companies: logs in with one account and enters each as the user that he is there.
create table account_company (
  client_id bigint not null references client,
  -- the account that is logged in with; its user belongs to another company
  account_id bigint not null references app_user on delete cascade,
  -- the user that is entered, of `client_id`
  user_id bigint not null references app_user on delete cascade,
  primary key (account_id, client_id),
  check (account_id <> user_id)
);
call tenant_table('account_company');

-- The last passwords, newest first: none of them may come back.
create table password_history (
  id bigint generated always as identity primary key,
  client_id bigint not null references client,
  user_id bigint not null references app_user on delete cascade,
  pwd_hash text not null,
  at timestamptz not null default now()
);
create index password_history_user on password_history (user_id, id desc);
call tenant_table('password_history');

-- Codes by SMS. Of a code only its hash is kept; the phone need not belong to anybody.
create table verify_code (
  id bigint generated always as identity primary key,
  phone text not null,
  -- login, reset, bind
  purpose text not null,
  code_sha256 bytea not null,
  tries smallint not null default 0,
  ip inet,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index verify_code_phone on verify_code (phone, created_at desc);
create index verify_code_ip on verify_code (ip, created_at desc);

-- Text messages that the built-in sender keeps instead of sending them.
create table sms_outbox (
  id bigint generated always as identity primary key,
  phone text not null,
  purpose text not null,
  text text not null,
  created_at timestamptz not null default now()
);
create index sms_outbox_at on sms_outbox (created_at desc);

-- A browser or screen that waits for somebody who is logged in elsewhere to let it in. Whoever waits holds a secret of its own (only its hash
-- is kept); what the QR shows or one types is `code`.
create table login_grant (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('qr', 'tv')),
  secret_sha256 bytea not null unique,
  code text not null,
  -- 0 waiting, 1 scanned, 2 confirmed, 3 expired, 4 refused, 5 used
  status smallint not null default 0,
  -- who said yes
  user_id bigint references app_user on delete cascade,
  ip inet,
  user_agent text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index login_grant_code on login_grant (kind, code);
