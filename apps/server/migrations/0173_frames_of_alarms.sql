-- The frame of a terminal with which an alarm began: header and body as they came. It stays as long as the alarm.
create table alarm_frame (
  episode_id bigint primary key references episode on delete cascade,
  client_id bigint not null references client,
  device_id bigint not null references device,
  -- the report in it: its place (from 1) in a frame of several, null in a frame of one; and its time by the device's clock
  point smallint,
  report_time timestamptz not null,
  received_at timestamptz not null,
  payload bytea not null
);
create index alarm_frame_client on alarm_frame (client_id);
call tenant_table('alarm_frame');
