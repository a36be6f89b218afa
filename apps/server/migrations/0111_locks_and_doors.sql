-- Rules on doors go by whether the lock of a box was closed: what opens or closes a lock, and which vehicle it is bound to, is heard as other inputs are.
-- An attempt may be of another company than the lock, by a grant.
create function notify_lock_inputs() returns trigger language plpgsql as $$
begin
  perform pg_notify('facts_inputs', coalesce((select l.client_id from bluetooth_lock l where l.id = coalesce(new.lock_id, old.lock_id)),
    new.client_id, old.client_id)::text);
  return null;
end $$;
create trigger facts_inputs after insert or update of allowed or delete on lock_open_log for each row execute function notify_lock_inputs();
create trigger facts_inputs after insert or update or delete on lock_binding for each row execute function notify_lock_inputs();
