-- 定制模块: customised reports (10283) that staff switched off for a company. What is not here is on, for companies of before and for new ones; what the module has
-- stored stays, and is there again when the row goes.
create table module_off (
  client_id bigint not null references client on delete cascade,
  -- key of its menu
  module text not null,
  at timestamptz not null default now(),
  primary key (client_id, module)
);
alter table module_off enable row level security;
-- a company may know what it lacks, and only staff change it
create policy tenant on module_off for select to app_tenant using (client_id = app_client_id());
create policy provider on module_off to app_provider using (true) with check (true);
grant select on module_off to app_tenant;
grant select, insert, delete on module_off to app_provider;
-- sessions of the company learn at once what they may no longer, or may again
create trigger access_changed after insert or delete on module_off for each row execute function notify_access_changed();
