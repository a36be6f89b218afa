-- What happened within a stay, a visit or a trip is counted once, when it has ended, and again when something within it changes (late data, a recompute):
-- reports of a month would look up doors and alarms of hundreds of thousands of rows otherwise.

-- The openings of doors that a time touches: how many, when the first one was open in it, and for how long they were open in it.
create function doors_within(vehicle bigint, since timestamptz, until timestamptz)
  returns table (opens int, first_at timestamptz, seconds double precision) language sql stable parallel safe as $$
  select count(*)::int, min(greatest(d.start_time, since)),
    coalesce(sum(extract(epoch from least(coalesce(d.end_time, 'infinity'), until) - greatest(d.start_time, since))), 0)::double precision
  from episode d where d.vehicle_id = vehicle and d.kind = 'door' and d.status <> 2
    and d.start_time between since - interval '1 day' and until and coalesce(d.end_time, 'infinity') > since
$$;

-- What began during a trip: openings of doors, alarms, and stays on the way of five minutes (K5) and longer; and whether an alarm of over-temperature ran during it.
create function events_within(vehicle bigint, since timestamptz, until timestamptz)
  returns table (doors int, alarms int, stops int, stop_seconds double precision, too_warm boolean) language sql stable parallel safe as $$
  select (count(*) filter (where d.kind = 'door' and d.start_time >= since))::int, (count(*) filter (where d.alarm and d.start_time >= since))::int,
    (count(*) filter (where stop.counts))::int,
    coalesce(sum(extract(epoch from d.end_time - d.start_time)) filter (where stop.counts), 0)::double precision,
    coalesce(bool_or(d.kind = 'temperatureAlarm' and coalesce(d.end_time, 'infinity') > since), false)
  from episode d, lateral (select d.kind = 'stay' and d.start_time > since and d.end_time < until and d.end_time - d.start_time >= interval '5 minutes' as counts) stop
  where d.vehicle_id = vehicle and d.status <> 2 and (d.kind in ('door', 'stay') or d.alarm)
    and d.start_time < until and (d.start_time >= since or d.kind = 'temperatureAlarm' and d.start_time > since - interval '7 days')
$$;

alter table episode
  -- of stays and visits: doors_within; of trips: events_within. Null while it is going on, and of other kinds
  add column door_opens int,
  add column door_first timestamptz,
  add column door_seconds double precision,
  add column alarms int,
  add column stops int,
  add column stop_seconds double precision,
  add column too_warm boolean;

-- what has ended before or after a moment: the stays, visits and trips that a late change lies in, the visit before another
create index episode_ends on episode (vehicle_id, kind, end_time) where kind in ('stay', 'visit', 'trip');

-- Counts again what lies within the stays, visits and trips that touch one of these times of vehicles.
create function count_within(vehicles bigint[], since timestamptz[], until timestamptz[]) returns void language sql set search_path = public as $$
  update episode e set door_opens = c.opens, door_first = c.first_at, door_seconds = c.seconds, alarms = c.alarms, stops = c.stops, stop_seconds = c.stop_seconds,
    too_warm = c.too_warm
  from (
    select w.id, coalesce(d.opens, t.doors) as opens, d.first_at, d.seconds, t.alarms, t.stops, t.stop_seconds, t.too_warm
    from (select distinct h.id, h.vehicle_id, h.kind, h.start_time, h.end_time from unnest(vehicles, since, until) x(vehicle, since, until)
        join episode h on h.vehicle_id = x.vehicle and h.kind in ('stay', 'visit', 'trip') and h.end_time >= x.since
        where h.start_time <= x.until and h.status <> 2) w
      left join lateral doors_within(w.vehicle_id, w.start_time, w.end_time) d on w.kind <> 'trip'
      left join lateral events_within(w.vehicle_id, w.start_time, w.end_time) t on w.kind = 'trip') c
  where e.id = c.id and (e.door_opens, e.door_first, e.door_seconds, e.alarms, e.stops, e.stop_seconds, e.too_warm)
    is distinct from (c.opens, c.first_at, c.seconds, c.alarms, c.stops, c.stop_seconds, c.too_warm)
$$;

-- Whether an episode is counted within others, or has something counted within it.
create function counts_within(kind text, alarm boolean) returns boolean language sql immutable parallel safe as $$
  select alarm or kind in ('door', 'stay', 'visit', 'trip')
$$;

create function episodes_came() returns trigger language plpgsql security definer set search_path = public as $$
declare
  v bigint[]; s timestamptz[]; u timestamptz[];
begin
  select array_agg(n.vehicle_id), array_agg(n.start_time), array_agg(coalesce(n.end_time, 'infinity')) into v, s, u
  from new_rows n where counts_within(n.kind, n.alarm);
  if v is not null then perform count_within(v, s, u); end if;
  return null;
end $$;

create function episodes_changed() returns trigger language plpgsql security definer set search_path = public as $$
declare
  v bigint[]; s timestamptz[]; u timestamptz[];
begin
  select array_agg(o.vehicle_id), array_agg(least(o.start_time, n.start_time)), array_agg(greatest(coalesce(o.end_time, 'infinity'), coalesce(n.end_time, 'infinity')))
    into v, s, u
  from old_rows o join new_rows n on n.id = o.id where counts_within(n.kind, n.alarm)
    and (o.start_time, o.end_time, o.status = 2) is distinct from (n.start_time, n.end_time, n.status = 2);
  if v is not null then perform count_within(v, s, u); end if;
  return null;
end $$;

create function episodes_went() returns trigger language plpgsql security definer set search_path = public as $$
declare
  v bigint[]; s timestamptz[]; u timestamptz[];
begin
  select array_agg(o.vehicle_id), array_agg(o.start_time), array_agg(coalesce(o.end_time, 'infinity')) into v, s, u
  from old_rows o where counts_within(o.kind, o.alarm);
  if v is not null then perform count_within(v, s, u); end if;
  return null;
end $$;

create trigger within_came after insert on episode referencing new table as new_rows for each statement execute function episodes_came();
create trigger within_changed after update on episode referencing old table as old_rows new table as new_rows for each statement execute function episodes_changed();
create trigger within_went after delete on episode referencing old table as old_rows for each statement execute function episodes_went();

-- what is stored already
select count_within(array_agg(id), array_fill('-infinity'::timestamptz, array[count(*)::int]), array_fill('infinity'::timestamptz, array[count(*)::int]))
from vehicle having count(*) > 0;
