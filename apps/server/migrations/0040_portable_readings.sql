-- What portable recorders report by JT/T 808: who they are on the wire, every reading, and the newest of each.

alter table portable_device
  -- digits of the header's phone number without leading zeros: the identity on the wire; null: it does not report here
  add column phone_key text,
  -- who it is at the gateway: a number out of the terminals' own, so that no terminal has the same one
  add column terminal_id bigint not null default nextval('device_id_seq'),
  add column auth_code text,
  -- newest reading by the device's clock; each sensor keeps its last word
  add column reading_at timestamptz,
  add column temp_c real[],
  add column hum_pct real[],
  add column signal smallint,
  -- newest place and how it was found: 1 satellites, 2 base station, 3 wireless networks
  add column fix_at timestamptz,
  add column loc_type smallint check (loc_type between 1 and 3),
  add column lng double precision,
  add column lat double precision,
  -- interval that was asked for and is not confirmed yet; and what the device said when it was last asked
  add column wanted_interval_s int check (wanted_interval_s between 60 and 1800),
  add column interval_state text check (interval_state in ('waiting', 'done', 'refused')),
  add column interval_at timestamptz;
create unique index portable_device_phone on portable_device (phone_key) where deleted_at is null;
create unique index portable_device_terminal on portable_device (terminal_id);
create trigger access_changed after insert or delete or update of phone_key, model_id, deleted_at, wanted_interval_s on portable_device
  for each row execute function notify_access_changed();

-- A number on the wire is one terminal's or one recorder's, of whatever company.
create function portable_number_free() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if new.phone_key is null or new.deleted_at is not null then return new; end if;
  perform pg_advisory_xact_lock(hashtext('terminal ' || new.phone_key));
  if exists (select from device d where d.phone_key = new.phone_key) then
    raise unique_violation using constraint = 'portable_device_phone', message = 'a terminal has this number';
  end if;
  return new;
end $$;
create trigger number_free before insert or update of phone_key, deleted_at on portable_device
  for each row execute function portable_number_free();
create function device_number_free() returns trigger language plpgsql security definer set search_path = public as $$
begin
  perform pg_advisory_xact_lock(hashtext('terminal ' || new.phone_key));
  if exists (select from portable_device p where p.phone_key = new.phone_key and p.deleted_at is null) then
    raise unique_violation using constraint = 'device_phone_key_key', message = 'a recorder has this number';
  end if;
  return new;
end $$;
create trigger number_free before insert or update of phone_key on device
  for each row execute function device_number_free();

-- Every reading of a recorder, whatever it was bound to; identified by its clock. Units: ℃, %RH, per cent, V.
create table portable_reading (
  portable_id bigint not null references portable_device on delete cascade,
  device_time timestamptz not null,
  receive_time timestamptz not null,
  client_id bigint not null references client,
  -- 1 satellites, 2 base station, 3 wireless networks; null: no place
  loc_type smallint,
  lng double precision,
  lat double precision,
  temp_c real[],
  hum_pct real[],
  batt_pct smallint,
  batt_v real,
  charging boolean,
  signal smallint,
  -- came out of the recorder's own memory (0x0704 of type 1), or more than five minutes after it was measured
  late boolean not null default false,
  -- items that nobody knows
  raw_items bytea,
  primary key (portable_id, device_time)
);
create index portable_reading_client on portable_reading (client_id, device_time);
call tenant_table('portable_reading');
