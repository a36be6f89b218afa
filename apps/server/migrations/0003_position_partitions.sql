-- A terminal with a wrong clock may have put rows of a day into position_other before that day gets its own partition: they move over.
create or replace function ensure_position_partition(t timestamptz) returns void language plpgsql as $$
declare
  d date := (t at time zone 'UTC')::date;
  part text := 'position_' || to_char(d, 'YYYYMMDD');
  from_t timestamptz := d::timestamp at time zone 'UTC';
  to_t timestamptz := (d + 1)::timestamp at time zone 'UTC';
begin
  if to_regclass(part) is not null then return; end if;
  perform pg_advisory_xact_lock(hashtext(part));
  if to_regclass(part) is not null then return; end if;
  execute format('create table %I (like position including defaults including constraints)', part);
  execute format('with moved as (delete from position_other where device_time >= %L and device_time < %L returning *) insert into %I select * from moved',
    from_t, to_t, part);
  execute format('alter table position attach partition %I for values from (%L) to (%L)', part, from_t, to_t);
end $$;
