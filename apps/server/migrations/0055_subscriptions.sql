-- 订阅推送: a target of forwarding may belong to a program (对接应用). Then it is signed with that program's secret, tells of its vehicles only, and rests while the
-- program may not call or one of the interfaces behind its kinds is not open for it.
alter table forward_target add column app_id bigint references open_app;
create index forward_target_app on forward_target (app_id) where app_id is not null;

-- Calls of programs that count against their quota, in the database, so that several processes share one: all of a program in the present minute (name ''), and
-- those of one interface on the present day of its company.
create table open_quota (
  app_id bigint not null references open_app on delete cascade,
  -- '' = the minute, otherwise the key of an interface
  name text not null,
  client_id bigint not null references client,
  -- minute (seconds since 1970) or day (YYYY-MM-DD) that is counted
  since text not null,
  n int not null,
  primary key (app_id, name)
);
call tenant_table('open_quota');
