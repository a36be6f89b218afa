-- 分段 of an electronic line: [{fromKm, toKm, speedLimitKmh, atLeastMin, atMostMin}] along the line as it is drawn. Like the other limits of a place they
-- belong to the ground of a moment: a day is judged by those of that day.
alter table place add column segments jsonb not null default '[]';
alter table place_shape add column segments jsonb not null default '[]';

create or replace function take_place_limits() returns trigger language plpgsql as $$
begin
  select p.buffer_m, p.stay_min, p.speed_limit_kmh, p.segments into new.buffer_m, new.stay_min, new.speed_limit_kmh, new.segments
    from place p where p.id = new.place_id;
  return new;
end $$;

create or replace function keep_place_limits() returns trigger language plpgsql as $$
begin
  -- a shape of this very moment only takes the new limits over
  update place_shape set buffer_m = new.buffer_m, stay_min = new.stay_min, speed_limit_kmh = new.speed_limit_kmh, segments = new.segments
    where place_id = new.id and upper_inf(during) and lower(during) >= now();
  if found then return null; end if;
  with ended as (
    update place_shape set during = tstzrange(lower(during), now()) where place_id = new.id and upper_inf(during) returning *)
  insert into place_shape (client_id, place_id, during, kind, geometry, radius_m, adcode, west, south, east, north, lng, lat, area_m2, length_m, created_by)
    select client_id, place_id, tstzrange(now(), null), kind, geometry, radius_m, adcode, west, south, east, north, lng, lat, area_m2, length_m, created_by
    from ended;
  return null;
end $$;
drop trigger keep_place_limits on place;
create trigger keep_place_limits after update of buffer_m, stay_min, speed_limit_kmh, segments on place for each row
  when ((old.buffer_m, old.stay_min, old.speed_limit_kmh, old.segments) is distinct from (new.buffer_m, new.stay_min, new.speed_limit_kmh, new.segments))
  execute function keep_place_limits();

-- 策略 that a plan was reckoned with by the routing engine; null: along a line, or straight legs.
alter table route_plan add column strategy text;
