-- A command of 写入设备 that is given again takes the place of whatever command the line has, also when it repeats one that was followed already.
create or replace function follow_written_command() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if tg_op = 'INSERT' then
    update write_item set command_id = new.id, device_id = new.device_id, status = 0, answer = null, expires_at = new.expires_at, updated_at = now()
      where task_id = (new.params->>'taskId')::bigint and vehicle_id = new.vehicle_id;
  else
    update write_item set answer = new.answer->'params', tries = tries + greatest(new.attempts - old.attempts, 0), updated_at = now(),
      status = case new.state when 0 then 0 when 2 then 2 when 3 then case new.cause when 'unsupported' then 4 else 3 end when 4 then 7 when 6 then 8 when 8 then 6
        else 1 end
      where command_id = new.id;
  end if;
  return null;
end $$;
