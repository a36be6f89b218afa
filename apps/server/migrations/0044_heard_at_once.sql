-- What live totals and 仅在途 go by is heard when it changes, and what is entered for the past is computed again.

-- Constants of the calculation, coefficient and kind of a vehicle, the company's zone: the stream reads the company's vehicles again at once.
create function notify_stream_inputs() returns trigger language plpgsql as $$
begin
  perform pg_notify('stream_inputs', case when tg_table_name = 'client' then to_jsonb(new) ->> 'id'
    else coalesce(to_jsonb(new), to_jsonb(old)) ->> 'client_id' end);
  return null;
end $$;
create trigger stream_inputs after insert or update or delete on calc_setting for each row execute function notify_stream_inputs();
create trigger stream_inputs after update of mileage_coefficient, vehicle_type on vehicle for each row
  when ((old.mileage_coefficient, old.vehicle_type) is distinct from (new.mileage_coefficient, new.vehicle_type)) execute function notify_stream_inputs();
create trigger stream_inputs after update of time_zone on client for each row
  when (old.time_zone is distinct from new.time_zone) execute function notify_stream_inputs();

-- A departure or arrival that somebody entered (eventSource other than the fence) is an input of the calculation: heard at once, and the days
-- that it is about are computed again, because it lies in the past.
create function note_entered_call() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into dirty_day (vehicle_id, day, client_id, due_at)
    select distinct v.id, (x.at at time zone c.time_zone)::date, v.client_id, now()
    from waybill w join vehicle v on v.id = w.vehicle_id join client c on c.id = v.client_id
      -- who never reported has nothing to compute
      join device_state s on s.vehicle_id = v.id,
      unnest(case when tg_op = 'INSERT' then array[]::timestamptz[] else array[
          case when old.leave_source <> 2 then old.leave_at end, case when old.arrive_source <> 2 then old.arrive_at end] end
        || array[case when new.leave_source <> 2 then new.leave_at end, case when new.arrive_source <> 2 then new.arrive_at end]) x(at)
    where w.id = new.waybill_id and x.at is not null
    on conflict (vehicle_id, day) do update set due_at = least(dirty_day.due_at, excluded.due_at);
  perform pg_notify('facts_inputs', new.client_id::text);
  return null;
end $$;
create trigger entered_call_new after insert on waybill_stop for each row
  when (new.leave_source <> 2 or new.arrive_source <> 2) execute function note_entered_call();
create trigger entered_call after update of leave_at, leave_source, arrive_at, arrive_source on waybill_stop for each row
  when ((old.leave_at, old.leave_source, old.arrive_at, old.arrive_source) is distinct from (new.leave_at, new.leave_source, new.arrive_at, new.arrive_source)
    and (old.leave_source <> 2 or old.arrive_source <> 2 or new.leave_source <> 2 or new.arrive_source <> 2))
  execute function note_entered_call();
