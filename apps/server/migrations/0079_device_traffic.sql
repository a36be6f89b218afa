-- What terminals sent to the platform, bytes a day of their company: frames as they came, and files over the attachment server.
create table device_traffic (
  client_id bigint not null references client,
  device_id bigint not null references device on delete cascade,
  day date not null,
  bytes bigint not null,
  primary key (device_id, day)
);
create index device_traffic_day on device_traffic (client_id, day);
call tenant_table('device_traffic');
