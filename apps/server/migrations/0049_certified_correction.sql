-- What a probe's certificate adds to its readings (K7), and switches that tell the opposite of what they mean (resources.md 1.5): docs/decisions/049.
alter table probe
  -- ℃ or %RH, added to the raw reading
  add column correction numeric(4,1) not null default 0,
  -- a contact that tells closed for open (车门常开触点), off for on (冷机反相)
  add column inverse boolean not null default false,
  add constraint probe_correction_kind check (correction = 0 or kind in ('tem', 'hum')),
  add constraint probe_inverse_kind check (not inverse or kind in ('door', 'chiller'));

alter table probe_version
  -- why corrections changed with it
  add column reason text,
  -- readings mean something else than what came in: every reader of points looks for these and nearly always finds none
  add column rewired boolean not null generated always as (probes @? '$[*] ? (@.correction != 0 || @.inverse == true)') stored;
create index probe_version_rewired on probe_version (vehicle_id) where rewired;
-- who may read a vehicle's points reads them as its owner does
create policy rewired on probe_version for select to app_tenant
  using (rewired and vehicle_id in (select a.vehicle_id from vehicle_access a where a.client_id = app_client_id()));
create policy shared on tank_table for select to app_tenant using (vehicle_id in (select app_shared_vehicles()));

-- Live readings go by both: heard by every process within a moment.
create trigger stream_inputs after insert or update or delete on probe_version for each row execute function notify_stream_inputs();
create trigger stream_inputs after insert or update or delete on tank_table for each row execute function notify_stream_inputs();

-- Wires that held from an earlier moment on change what its days tell: those that have been computed are computed again.
create function note_probe_version() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if lower(new.during) is not null and lower(new.during) < now() - interval '1 second' then
    insert into dirty_day (vehicle_id, day, client_id, due_at)
      select v.id, d.day, v.client_id, now()
      from vehicle v join client c on c.id = v.client_id join device_state s on s.vehicle_id = v.id,
        lateral (select y.day from day_summary y where y.vehicle_id = v.id
          union select (s.device_time at time zone c.time_zone)::date) d
      where v.id = new.vehicle_id and d.day >= (lower(new.during) at time zone c.time_zone)::date
      on conflict (vehicle_id, day) do update set due_at = least(dirty_day.due_at, excluded.due_at);
  end if;
  return null;
end $$;
create trigger note_probe_version after insert on probe_version for each row execute function note_probe_version();
