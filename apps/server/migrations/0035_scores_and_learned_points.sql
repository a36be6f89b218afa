-- What the platform learns of carriers and stores from trips and stays; plans that were sent; which places a write task carried.

-- Trips of a carrier, for its score.
create index waybill_carrier on waybill (client_id, carrier_id, actual_depart_at)
  where carrier_id is not null and voided_at is null and actual_depart_at is not null;

-- What a carrier's trips since `since` came to: stops where goods were due (reached at most `late_min` after their window or plan, or not), minutes
-- of temperature in range and known, abnormal reports (dealt with in `handle_hours`, or not). `month`: the same for stops due since then.
create function carrier_figures(carrier bigint, since timestamptz, month timestamptz, late_min int, handle_hours int)
returns table (trips int, stops int, on_time int, month_stops int, month_on_time int, temp_known_min float8, temp_in_min float8, reports int, handled int)
language sql stable as $$
  with trip as (
    select w.id from waybill w where w.carrier_id = carrier and w.voided_at is null and w.actual_depart_at >= since
  ), stop as (
    select coalesce(s.window_end, s.plan_arrive_at) as due,
      coalesce(s.arrive_at, now()) <= coalesce(s.window_end, s.plan_arrive_at) + make_interval(mins => late_min) as fine
    from trip join waybill_stop s on s.waybill_id = trip.id
    where s.stop_type = 2 and s.stop_status <> 3
      and (s.arrive_at is not null or coalesce(s.window_end, s.plan_arrive_at) + make_interval(mins => late_min) < now())
  ), report as (
    select coalesce(a.handled_at, 'infinity') <= a.created_at + make_interval(hours => handle_hours) as fine
    from trip join abnormal_report a on a.waybill_id = trip.id
    where a.abnormal_status <> 8 and (a.handled_at is not null or a.created_at + make_interval(hours => handle_hours) < now())
  ), temperature as (
    select coalesce(sum(l.temp_in_min + l.temp_out_min), 0)::float8 as known, coalesce(sum(l.temp_in_min), 0)::float8 as inside
    from trip join waybill_leg l on l.waybill_id = trip.id where l.removed_at is null and l.temp_in_min is not null
  )
  select (select count(*)::int from trip),
    (select count(*)::int from stop where due is not null), (select count(*)::int from stop where fine),
    (select count(*)::int from stop where due >= month), (select count(*)::int from stop where fine and due >= month),
    temperature.known, temperature.inside,
    (select count(*)::int from report), (select count(*)::int from report where fine)
  from temperature
$$;

-- Where trucks really unload at a store: median of its last stays (`learned_stays` of them), null while too few or too scattered.
alter table store
  add column learned_lng double precision,
  add column learned_lat double precision,
  add column learned_stays smallint not null default 0,
  -- stays of the last 30 days and their mean length
  add column visits_30d int not null default 0,
  add column avg_stay_min int,
  add column learned_at timestamptz;

-- When the stores of a company were learned last, and from how many stays.
create table store_learning (
  client_id bigint primary key references client,
  learned_at timestamptz not null,
  stays int not null
);
call tenant_table('store_learning');

-- A plan that went to the terminal of its vehicle; its tasks of 写入设备 (those since sent_at) hold what became of it.
alter table route_plan
  add column sent_at timestamptz,
  add column sent_by bigint references app_user;
alter table write_task add column route_plan_id bigint references route_plan on delete set null;
create index write_task_plan on write_task (route_plan_id) where route_plan_id is not null;

-- Places that a task wrote: a place that changes afterwards makes what the terminals hold out of date.
alter table write_task add column place_ids bigint[] not null default '{}';
update write_task set place_ids = array(
  select (area ->> 'id')::bigint from jsonb_path_query(command, '$.*[*] ? (exists (@.id))') area) where content = 'places';
create index write_item_vehicle on write_item (vehicle_id, id);
create index write_task_places on write_task using gin (place_ids) where place_ids <> '{}';

grant usage on all sequences in schema public to app_tenant, app_provider;
