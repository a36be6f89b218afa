-- What a recompute and a plan need of their time: limits of places with their periods, planned calls of trips, alarms that waited too long.

-- Buffer, shortest stay and speed limit belong to the ground of a moment like its shape: a day is judged by those of that day.
alter table place_shape
  add column buffer_m smallint not null default 50,
  add column stay_min smallint not null default 3,
  add column speed_limit_kmh smallint;
update place_shape s set buffer_m = p.buffer_m, stay_min = p.stay_min, speed_limit_kmh = p.speed_limit_kmh from place p where p.id = s.place_id;

create function take_place_limits() returns trigger language plpgsql as $$
begin
  select p.buffer_m, p.stay_min, p.speed_limit_kmh into new.buffer_m, new.stay_min, new.speed_limit_kmh from place p where p.id = new.place_id;
  return new;
end $$;
create trigger take_place_limits before insert on place_shape for each row execute function take_place_limits();

create function keep_place_limits() returns trigger language plpgsql as $$
begin
  -- a shape of this very moment only takes the new limits over
  update place_shape set buffer_m = new.buffer_m, stay_min = new.stay_min, speed_limit_kmh = new.speed_limit_kmh
    where place_id = new.id and upper_inf(during) and lower(during) >= now();
  if found then return null; end if;
  with ended as (
    update place_shape set during = tstzrange(lower(during), now()) where place_id = new.id and upper_inf(during) returning *)
  insert into place_shape (client_id, place_id, during, kind, geometry, radius_m, adcode, west, south, east, north, lng, lat, area_m2, length_m, created_by)
    select client_id, place_id, tstzrange(now(), null), kind, geometry, radius_m, adcode, west, south, east, north, lng, lat, area_m2, length_m, created_by
    from ended;
  return null;
end $$;
create trigger keep_place_limits after update of buffer_m, stay_min, speed_limit_kmh on place for each row
  when ((old.buffer_m, old.stay_min, old.speed_limit_kmh) is distinct from (new.buffer_m, new.stay_min, new.speed_limit_kmh))
  execute function keep_place_limits();

-- Limits and ground changed in one step leave a period without length behind: nobody may take it for one without bounds.
create function drop_empty_shape() returns trigger language plpgsql as $$
begin
  delete from place_shape where id = new.id;
  return null;
end $$;
create trigger drop_empty_shape after update of during on place_shape for each row when (isempty(new.during)) execute function drop_empty_shape();

-- Planned calls of trips (K14): every stop of a waybill at a place of ours, for the vehicle that makes it.
alter table planned_call add column leave_at timestamptz;

create function sync_planned_calls(trip bigint) returns void language plpgsql security definer set search_path = public as $$
begin
  delete from planned_call c where c.plan_ref = 'waybill:' || trip and not exists (
    select from waybill w join waybill_stop s on s.waybill_id = w.id
    where w.id = trip and w.client_id = c.client_id and w.voided_at is null and w.vehicle_id is not null
      and s.seq = c.seq and s.place_id is not null and s.plan_arrive_at is not null);
  insert into planned_call (client_id, vehicle_id, place_id, plan_ref, seq, arrive_at, leave_at, cancelled)
    select w.client_id, w.vehicle_id, s.place_id, 'waybill:' || w.id, s.seq, s.plan_arrive_at, s.plan_leave_at, s.stop_status = 3
    from waybill w join waybill_stop s on s.waybill_id = w.id
    where w.id = trip and w.voided_at is null and w.vehicle_id is not null and s.place_id is not null and s.plan_arrive_at is not null
  on conflict (client_id, plan_ref, seq) do update set vehicle_id = excluded.vehicle_id, place_id = excluded.place_id,
    arrive_at = excluded.arrive_at, leave_at = excluded.leave_at, cancelled = excluded.cancelled
  where (planned_call.vehicle_id, planned_call.place_id, planned_call.arrive_at, planned_call.leave_at, planned_call.cancelled)
    is distinct from (excluded.vehicle_id, excluded.place_id, excluded.arrive_at, excluded.leave_at, excluded.cancelled);
end $$;
create function planned_calls_of_stop() returns trigger language plpgsql as $$
begin
  perform sync_planned_calls(coalesce(new.waybill_id, old.waybill_id));
  return null;
end $$;
create function planned_calls_of_waybill() returns trigger language plpgsql as $$
begin
  perform sync_planned_calls(new.id);
  return null;
end $$;
create trigger planned_calls after insert or delete or update of seq, place_id, plan_arrive_at, plan_leave_at, stop_status on waybill_stop
  for each row execute function planned_calls_of_stop();
create trigger planned_calls after update of vehicle_id, voided_at on waybill
  for each row when ((old.vehicle_id, old.voided_at) is distinct from (new.vehicle_id, new.voided_at)) execute function planned_calls_of_waybill();
select sync_planned_calls(id) from waybill;

-- Alarms that nobody took up in time (alarmHandleStatus 5) wait like the others, and open pages hear of it.
drop index episode_unhandled;
create index episode_unhandled on episode (client_id, start_time desc) where alarm and handle_status in (0, 1, 5) and status <> 2;
create index episode_untouched on episode (announced_at) where alarm and handle_status = 0 and status <> 2 and announced_at is not null;
drop trigger alarm_updated on episode;
create trigger alarm_updated after update on episode for each row
  when (new.alarm and (old.version, old.status, old.level, old.peak, old.limit_value, old.start_time, old.end_time, old.lng, old.lat, old.handle_status)
    is distinct from (new.version, new.status, new.level, new.peak, new.limit_value, new.start_time, new.end_time, new.lng, new.lat, new.handle_status))
  execute function notify_alarm_changed();
