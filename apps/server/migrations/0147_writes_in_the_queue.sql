-- Tasks of 写入设备 go through the queue of commands: a line of a task is a command, whose state it shows.
alter table device_command drop constraint device_command_kind;
alter table device_command add constraint device_command_kind check (kind in ('text', 'locate', 'track', 'properties', 'readParams', 'setParams',
  'confirmAlarms', 'doors', 'photo', 'call', 'listen', 'restart', 'raw', 'cut', 'restore', 'question', 'events', 'infoMenu', 'info', 'driverCard', 'areas',
  'recorderRead', 'recorderWrite', 'mediaSearch', 'mediaUpload', 'sound', 'custom', 'upgrade', 'control', 'write'));
-- null: given before commands were, or its command is older than the company keeps them
alter table write_item add column command_id bigint references device_command on delete set null;
create index write_item_command on write_item (command_id);
drop index write_item_waiting;

-- What waits or is under way goes out from the queue.
insert into device_command (client_id, batch_no, vehicle_id, device_id, kind, params, summary, created_at, created_by, created_name, expires_at)
  select w.client_id, t.task_no, w.vehicle_id, w.device_id, 'write', jsonb_build_object('kind', 'write', 'taskId', t.id::text, 'content', t.content),
    t.summary, t.created_at, t.created_by, coalesce(u.name, ''), w.expires_at
  from write_item w join write_task t on t.id = w.task_id left join app_user u on u.id = t.created_by
  where w.status in (0, 1, 5) and w.expires_at > now()
  order by w.id;
update write_item w set status = 0, command_id = c.id from device_command c
  where c.kind = 'write' and c.params->>'taskId' = w.task_id::text and c.vehicle_id = w.vehicle_id and w.status in (0, 1, 5) and w.expires_at > now();

-- A line follows its command, whoever changes that: a gateway, a person who cancels it, the clock. One that is given again from the history of
-- commands takes the place of the one before.
create function follow_written_command() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if tg_op = 'INSERT' then
    update write_item set command_id = new.id, device_id = new.device_id, status = 0, answer = null, expires_at = new.expires_at, updated_at = now()
      where command_id = new.retry_of;
  else
    update write_item set answer = new.answer->'params', tries = tries + greatest(new.attempts - old.attempts, 0), updated_at = now(),
      status = case new.state when 0 then 0 when 2 then 2 when 3 then case new.cause when 'unsupported' then 4 else 3 end when 4 then 7 when 6 then 8 when 8 then 6
        else 1 end
      where command_id = new.id;
  end if;
  return null;
end $$;
create trigger write_item_follows after update of state, cause, attempts, answer on device_command for each row when (new.kind = 'write')
  execute function follow_written_command();
create trigger write_item_repeats after insert on device_command for each row when (new.kind = 'write' and new.retry_of is not null)
  execute function follow_written_command();
