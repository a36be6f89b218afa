-- Which plate a vehicle carried at a moment: reports and exports name what stood on the truck then. A plate may be dated back (车牌生效时间), so the
-- periods of vehicle_period are asked. Before the first of them it carried that one. Runs as the owner: whoever a vehicle is shared with may read its
-- plate, and reads of alarms and tracks have checked that he may see it.
create function plate_at(vehicle bigint, moment timestamptz) returns text
language sql stable security definer set search_path = public as $$
  select coalesce(
    (select p.value from vehicle_period p where p.vehicle_id = v.id and p.kind = 'plate' and p.since <= moment order by p.since desc limit 1),
    (select p.value from vehicle_period p where p.vehicle_id = v.id and p.kind = 'plate' order by p.since limit 1),
    v.plate_no)
  from vehicle v where v.id = $1
$$;
-- whose a plate was, and who carried one that is looked for
create index vehicle_period_plate on vehicle_period (client_id, value) where kind = 'plate';

-- 温区 of a vehicle's box: [{name, lower, upper}], ℃ that probes of the compartment start from. Which probe sits in which compartment is the probe's
-- own (probe.zone); those of today begin as compartments.
alter table vehicle add column zones jsonb not null default '[]' check (jsonb_typeof(zones) = 'array');
update vehicle v set zones = z.zones
from (
  select vehicle_id, jsonb_agg(jsonb_build_object('name', zone, 'lower', lower, 'upper', upper) order by no) as zones
  from (
    select vehicle_id, zone, min(lower_limit) filter (where kind = 'tem') as lower, max(upper_limit) filter (where kind = 'tem') as upper,
      -- compartments are counted in the order of their thermometers
      row_number() over (partition by vehicle_id order by min(channel) filter (where kind = 'tem'), min(channel), zone) as no
    from probe where kind in ('tem', 'hum', 'co2') and coalesce(zone, '') <> '' group by vehicle_id, zone
  ) zone where no <= 3 group by vehicle_id
) z where z.vehicle_id = v.id;
