-- Photos that a rule orders of a terminal when it trips: one for each alarm. command_id is empty when the vehicle had no terminal.
create table alarm_photo (
  episode_id bigint primary key references episode on delete cascade,
  client_id bigint not null references client,
  channel smallint not null,
  command_id bigint references device_command on delete set null,
  created_at timestamptz not null default now()
);
create index alarm_photo_command on alarm_photo (command_id);
create index alarm_photo_client on alarm_photo (client_id);
call tenant_table('alarm_photo');
