-- Why a command must not go out to its terminal any more, null when it may; a key of `commandCauses` of the contract. What was meant for a vehicle goes out while its terminal
-- is mounted there, what was meant for a terminal in stock until it is mounted anywhere: then it is the truck's, whose company was not asked.
create function command_strayed(c device_command) returns text language sql stable as $$
  select case
    when c.vehicle_id is not null then case when not exists (
      select from device_binding b where b.device_id = c.device_id and b.vehicle_id = c.vehicle_id and b.during @> now()) then 'unbound' end
    when c.portable_id is not null then case when not exists (
      select from portable_device p where p.id = c.portable_id and p.deleted_at is null) then 'deleted' end
    when not exists (select from device d where d.id = c.device_id and d.deleted_at is null) then 'deleted'
    when exists (select from device_binding b where b.device_id = c.device_id and b.during @> now()) then 'mounted' end
$$;
