-- A plan on the phone of its driver, the grounds that it keeps off, and what its tolls are expected to be (resources.md 1.15).
alter table route_plan
  -- whose phone it went to last, when, and when he looked at it
  add column driver_id bigint references driver,
  add column driver_sent_at timestamptz,
  add column driver_read_at timestamptz,
  -- 禁行区域: areas of the company, in the order that they were chosen
  add column avoid_ids bigint[] not null default '{}',
  add column toll_yuan numeric(9, 2) check (toll_yuan >= 0);
create index route_plan_driver on route_plan (driver_id, depart_at) where driver_id is not null and deleted_at is null;
