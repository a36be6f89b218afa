-- A carrier's stops are late by the rule of all lists: one that was left without anybody knowing when the truck came is neither in time nor late, and so is
-- one that nobody reached on a trip that is over.
create or replace function carrier_figures(carrier bigint, since timestamptz, month timestamptz, late_min int, handle_hours int)
returns table (trips int, stops int, on_time int, month_stops int, month_on_time int, temp_known_min float8, temp_in_min float8, reports int, handled int)
language sql stable as $$
  with trip as (
    select w.id, w.transport_status as status from waybill w where w.carrier_id = carrier and w.voided_at is null and w.actual_depart_at >= since
  ), stop as (
    select coalesce(s.window_end, s.plan_arrive_at) as due,
      coalesce(s.arrive_at, now()) <= coalesce(s.window_end, s.plan_arrive_at) + make_interval(mins => late_min) as fine
    from trip join waybill_stop s on s.waybill_id = trip.id
    where s.stop_type = 2 and s.stop_status <> 3
      and (s.arrive_at is not null or (s.stop_status = 0 and trip.status = 2
        and coalesce(s.window_end, s.plan_arrive_at) + make_interval(mins => late_min) < now()))
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
