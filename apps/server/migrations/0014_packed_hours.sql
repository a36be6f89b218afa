-- Closed hours of positions as one row a vehicle and hour, how long companies keep them, and what is still to be packed.

-- How long positions are kept. The rules of the trade ask for half a year at least; companies that carry medicine keep five years.
alter table client add column position_keep_months smallint not null default 13 check (position_keep_months between 6 and 120);

-- A packed hour (UTC). `body` holds every column of its points without loss (core/telemetry/pack.ts); the other columns are figures of the
-- hour's own points, by the kernel: what lies between the last point of one hour and the first of the next is in neither.
create table position_hour (
  vehicle_id bigint not null,
  hour timestamptz not null check (date_trunc('hour', hour, 'UTC') = hour),
  client_id bigint not null,
  n int not null,
  -- points with a fix
  fixes int not null,
  first_time timestamptz not null,
  last_time timestamptz not null,
  first_fix_time timestamptz,
  last_fix_time timestamptz,
  -- OR of the points' alarm words
  alarm_bits bigint not null,
  -- box around the fixes, degrees; null without one
  west real,
  south real,
  east real,
  north real,
  mileage_m real not null,
  max_speed_kmh real not null,
  driving_s smallint not null,
  -- with any door open
  door_open_s smallint not null,
  -- longest stand of the hour and where it was
  stood_s smallint not null,
  stood_lng real,
  stood_lat real,
  -- a row {min, max, mean over time} for each channel; null = channel without a reading
  temps real[],
  hums real[],
  device_ids bigint[] not null,
  packed_at timestamptz not null default now(),
  body bytea not null,
  primary key (vehicle_id, hour)
) partition by range (hour);
-- already deflated
alter table position_hour alter column body set storage external;
alter table position_hour enable row level security;
create policy tenant on position_hour for select to app_tenant
  using (vehicle_id in (select a.vehicle_id from vehicle_access a where a.client_id = app_client_id()));
create policy provider on position_hour for select to app_provider using (true);
grant select on position_hour to app_tenant, app_provider;
create table position_hour_other partition of position_hour default;

-- Creates the month partition that holds `t`, once; rows that a wrong clock had put into the default partition move over.
-- Bodies lie beside the rows, so that figures of many hours are read without them.
create function ensure_hour_partition(t timestamptz) returns void language plpgsql as $$
declare
  from_t timestamptz := date_trunc('month', t, 'UTC');
  to_t timestamptz := (date_trunc('month', t at time zone 'UTC') + interval '1 month') at time zone 'UTC';
  part text := 'position_hour_' || to_char(from_t at time zone 'UTC', 'YYYYMM');
begin
  if to_regclass(part) is not null then return; end if;
  perform pg_advisory_xact_lock(hashtext(part));
  if to_regclass(part) is not null then return; end if;
  execute format('create table %I (like position_hour including defaults including constraints including storage) with (toast_tuple_target = 512)', part);
  execute format('with moved as (delete from position_hour_other where hour >= %L and hour < %L returning *) insert into %I select * from moved',
    from_t, to_t, part);
  execute format('alter table position_hour attach partition %I for values from (%L) to (%L)', part, from_t, to_t);
end $$;

-- Every hour before this one was packed; what came later for them stands in position_late.
create table position_packing (
  one boolean primary key default true check (one),
  packed_until timestamptz not null
);
-- Hours that got points after they were packed, or may have. Written with the points.
create table position_late (
  vehicle_id bigint not null,
  hour timestamptz not null,
  due_at timestamptz not null,
  primary key (vehicle_id, hour)
);
create index position_late_due on position_late (due_at);
-- Vehicles under which points of a terminal are packed, and between which hours.
create table packed_device (
  device_id bigint not null,
  vehicle_id bigint not null,
  first_hour timestamptz not null,
  last_hour timestamptz not null,
  primary key (device_id, vehicle_id)
);
-- Packed points of a terminal that may belong to another vehicle since its bindings were changed.
create table position_refile (
  device_id bigint primary key,
  since timestamptz not null,
  asked_at timestamptz not null default now()
);

-- As before (0013); packed hours follow a little later, by the packing job.
create or replace function refile_positions(device bigint, since timestamptz) returns bigint
language plpgsql security definer set search_path = public as $$
declare
  moved bigint;
begin
  if not exists (select from device d where d.id = device and d.client_id = app_client_id()) then return 0; end if;
  create temp table refiled on commit drop as
    select p.device_time, p.vehicle_id as old_vehicle, b.vehicle_id as new_vehicle from position p
    left join device_binding b on b.device_id = p.device_id and b.during @> p.device_time
    where p.device_id = device and p.device_time >= since and p.vehicle_id is distinct from b.vehicle_id;
  update position p set vehicle_id = r.new_vehicle from refiled r
  where p.device_id = device and p.device_time >= since and p.device_time = r.device_time;
  get diagnostics moved = row_count;
  insert into dirty_day (vehicle_id, day, client_id, due_at)
    select distinct v.id, (r.device_time at time zone c.time_zone)::date, v.client_id, now()
    from refiled r join vehicle v on v.id in (r.old_vehicle, r.new_vehicle) join client c on c.id = v.client_id
    on conflict (vehicle_id, day) do update set due_at = least(dirty_day.due_at, excluded.due_at);
  -- an hour that was packed without them is packed again
  insert into position_late (vehicle_id, hour, due_at)
    select distinct r.new_vehicle, date_trunc('hour', r.device_time, 'UTC'), now() from refiled r where r.new_vehicle is not null
    on conflict do nothing;
  drop table refiled;
  if exists (select from packed_device k where k.device_id = device and k.last_hour >= since - interval '1 hour') then
    insert into position_refile (device_id, since) values (device, since)
      on conflict (device_id) do update set since = least(position_refile.since, excluded.since), asked_at = now();
  end if;
  return moved;
end $$;

-- Removes a day partition of hot positions that holds nothing any more; false when it still does. Short locks only: set lock_timeout.
create function drop_empty_position_partition(part regclass) returns boolean language plpgsql as $$
declare
  filled boolean;
begin
  lock table only position in access exclusive mode;
  execute format('lock table %s in access exclusive mode', part);
  execute format('select exists (select from %s)', part) into filled;
  if filled then return false; end if;
  execute format('drop table %s', part);
  return true;
end $$;
