-- What the members of a role do not see (cost, phone, video); somebody with several roles sees what one of them shows.
alter table role add column masks text[] not null default '{}' check (masks <@ array['cost', 'phone', 'video']);
drop trigger access_changed on role;
create trigger access_changed after insert or delete or update of all_rights, status, data_scope, masks on role
  for each row execute function notify_access_changed();

-- Rules of passwords and logins that a company sets for its people; the defaults are what held before there was a choice.
alter table client
  add column pwd_min_length int not null default 6 check (pwd_min_length between 6 and 16),
  -- of letters, digits and symbols
  add column pwd_kinds int not null default 2 check (pwd_kinds between 2 and 3),
  -- null: passwords do not end
  add column pwd_expire_days int check (pwd_expire_days between 1 and 365),
  -- earlier passwords that are not taken again
  add column pwd_remembered int not null default 3 check (pwd_remembered between 1 and 24),
  add column lock_after int not null default 5 check (lock_after between 3 and 10),
  add column lock_min int not null default 15 check (lock_min between 5 and 1440),
  -- minutes without a call after which a session is over
  add column idle_min int not null default 480 check (idle_min between 10 and 480);

-- since when the password is what it is
alter table app_user add column pwd_changed_at timestamptz not null default now();
update app_user u set pwd_changed_at = coalesce((select max(h.at) from password_history h where h.user_id = u.id), u.created_at);

-- when its user last proved who he is (a login with password, or his password asked once more before he gives rights of administrators)
alter table auth_session add column proved_at timestamptz;
