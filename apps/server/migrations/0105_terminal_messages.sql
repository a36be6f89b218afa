-- Messages that a terminal sends unasked, or as an answer, and that are neither reports nor files: electronic waybills (0x0701), data of the driving
-- recorder (0x0700) and of the CAN bus (0x0705), data of devices behind the terminal that nothing here reads (0x0900, 0x0901).
create table terminal_message (
  id bigint generated always as identity primary key,
  client_id bigint not null references client,
  device_id bigint not null references device,
  vehicle_id bigint references vehicle,
  msg_id int not null,
  -- the edition by which the body is read
  edition text not null,
  -- the body was compressed (0x0901) and is kept unpacked, as the data of 0x0900
  unpacked boolean not null default false,
  body bytea not null,
  sha256 bytea not null,
  received_at timestamptz not null default now()
);
create index terminal_message_vehicle on terminal_message (vehicle_id, msg_id, id desc);
-- a terminal that was not answered in time sends the same again
create index terminal_message_same on terminal_message (device_id, sha256, received_at);
create index terminal_message_age on terminal_message (client_id, received_at);
call tenant_table('terminal_message');
