-- Whoever changes what terminals and users may reach, by whatever way, is heard by every process: gateways look terminals up again, sockets their
-- vehicles. The payload is the tenant; equal ones of one transaction arrive once.
create function notify_access_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('access_changed', coalesce(new.client_id, old.client_id)::text);
  return null;
end $$;
create trigger access_changed after insert or update of plate_no, org_id, fleet_id, driver_id, deleted_at, vehicle_status or delete on vehicle
  for each row execute function notify_access_changed();
create trigger access_changed after insert or delete or update of phone_key, item_profile, lenient_checksum, status, deleted_at on device
  for each row execute function notify_access_changed();
create trigger access_changed after insert or update or delete on device_alias for each row execute function notify_access_changed();
create trigger access_changed after insert or update or delete on device_binding for each row execute function notify_access_changed();
create trigger access_changed after insert or update or delete on vehicle_access for each row execute function notify_access_changed();
create trigger access_changed after insert or update or delete on probe for each row execute function notify_access_changed();
create trigger access_changed after insert or update or delete on user_org_scope for each row execute function notify_access_changed();
create trigger access_changed after insert or update or delete on user_vehicle_scope for each row execute function notify_access_changed();
