-- A new partition needs the default partition for itself. Waiting for that without an end held up every reader behind it, also one that a transaction waited for
-- which had read before: nothing went on any more. It gives up after a second now. The rows lie in the default partition until it is asked for again.
create or replace function ensure_position_partition(t timestamptz) returns void language plpgsql set lock_timeout = '1s' as $$
declare
  d date := (t at time zone 'UTC')::date;
  part text := 'position_' || to_char(d, 'YYYYMMDD');
  from_t timestamptz := d::timestamp at time zone 'UTC';
  to_t timestamptz := (d + 1)::timestamp at time zone 'UTC';
begin
  if to_regclass(part) is not null then return; end if;
  perform pg_advisory_xact_lock(hashtext(part));
  if to_regclass(part) is not null then return; end if;
  lock table only position in share update exclusive mode;
  lock table position_other in access exclusive mode;
  execute format('create table %I (like position including defaults including constraints)', part);
  execute format('with moved as (delete from position_other where device_time >= %L and device_time < %L returning *) insert into %I select * from moved',
    from_t, to_t, part);
  execute format('alter table position attach partition %I for values from (%L) to (%L)', part, from_t, to_t);
exception when lock_not_available then
  return;
end $$;

create or replace function ensure_hour_partition(t timestamptz) returns void language plpgsql set lock_timeout = '1s' as $$
declare
  from_t timestamptz := date_trunc('month', t, 'UTC');
  to_t timestamptz := (date_trunc('month', t at time zone 'UTC') + interval '1 month') at time zone 'UTC';
  part text := 'position_hour_' || to_char(from_t at time zone 'UTC', 'YYYYMM');
begin
  if to_regclass(part) is not null then return; end if;
  perform pg_advisory_xact_lock(hashtext(part));
  if to_regclass(part) is not null then return; end if;
  lock table only position_hour in share update exclusive mode;
  lock table position_hour_other in access exclusive mode;
  execute format('create table %I (like position_hour including defaults including constraints including storage) with (toast_tuple_target = 512)', part);
  execute format('with moved as (delete from position_hour_other where hour >= %L and hour < %L returning *) insert into %I select * from moved',
    from_t, to_t, part);
  execute format('alter table position_hour attach partition %I for values from (%L) to (%L)', part, from_t, to_t);
exception when lock_not_available then
  return;
end $$;
