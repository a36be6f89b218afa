-- A driver's card says who drives only while the terminal that read it sits in the vehicle: it leaves with it.

-- As before (0050), for as long as the terminal stayed.
create or replace function card_in(vehicle bigint, moment timestamptz) returns setof driver_card language sql stable rows 1 as $$
  select * from (select c.* from driver_card c where c.vehicle_id = vehicle and c.at <= moment order by c.at desc, c.inserted desc limit 1) last
  where last.inserted and last.result = 0 and exists (select from device_binding b
    where b.device_id = last.device_id and b.vehicle_id = vehicle and b.during @> last.at and b.during @> moment)
$$;

-- As before (0055); the detectors hear of every change of a terminal that ever read a card, also when no card moves.
create or replace function refile_cards(device bigint, since timestamptz) returns void
language plpgsql security definer set search_path = public as $$
declare
  moving bigint[];
  client bigint;
begin
  select array_agg(c.id) filter (where c.at >= since and c.vehicle_id is distinct from b.vehicle_id), min(c.client_id) into moving, client
    from driver_card c left join device_binding b on b.device_id = c.device_id and b.during @> c.at where c.device_id = device;
  if client is null then return; end if;
  -- days of the vehicle that loses a card, then of the one that gets it
  perform mark_card_days(id) from unnest(moving) id;
  update driver_card c set vehicle_id = (select b.vehicle_id from device_binding b where b.device_id = c.device_id and b.during @> c.at)
    where c.id = any(moving);
  perform mark_card_days(id) from unnest(moving) id;
  perform pg_notify('facts_inputs', client::text);
end $$;
