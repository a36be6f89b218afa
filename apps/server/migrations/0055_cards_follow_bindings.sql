-- A terminal's bindings were changed for the past: its drivers' cards go to the vehicle in which it sat, like its positions.
create function refile_cards(device bigint, since timestamptz) returns void
language plpgsql security definer set search_path = public as $$
declare
  moving bigint[];
  client bigint;
begin
  select array_agg(c.id), min(c.client_id) into moving, client from driver_card c
    left join device_binding b on b.device_id = c.device_id and b.during @> c.at
    where c.device_id = device and c.at >= since and c.vehicle_id is distinct from b.vehicle_id;
  if moving is null then return; end if;
  -- days of the vehicle that loses a card, then of the one that gets it
  perform mark_card_days(id) from unnest(moving) id;
  update driver_card c set vehicle_id = (select b.vehicle_id from device_binding b where b.device_id = c.device_id and b.during @> c.at)
    where c.id = any(moving);
  perform mark_card_days(id) from unnest(moving) id;
  perform pg_notify('facts_inputs', client::text);
end $$;
revoke execute on function refile_cards from public;

-- As before (0014), with the cards.
create or replace function refile_positions(device bigint, since timestamptz) returns bigint
language plpgsql security definer set search_path = public as $$
declare
  moved bigint;
begin
  if not exists (select from device d where d.id = device and d.client_id = app_client_id()) then return 0; end if;
  perform refile_cards(device, since);
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
