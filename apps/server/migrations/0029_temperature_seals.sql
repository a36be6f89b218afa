-- Sealed temperature records (封存, docs/decisions/094). A seal is a hash chain over all that the terminals of a vehicle said in one company day, as far as it
-- was known then: late data makes a new version, the old one stays. Nothing here is ever changed or removed.
create table temperature_seal (
  id bigint generated always as identity primary key,
  client_id bigint not null references client,
  -- no reference: the seals of a vehicle outlive it
  vehicle_id bigint not null,
  day date not null,
  version int not null check (version > 0),
  -- the company day, as its time zone had it
  from_time timestamptz not null,
  until_time timestamptz not null,
  -- reports that had arrived by then are sealed
  received_until timestamptz not null,
  samples int not null,
  -- [[device, first ms, last ms], ...]: whose reports and when, so that a later change of binding does not move them out of the seal
  runs jsonb not null,
  -- 32 bytes at the end of each hour of the day: the chain so far
  hours bytea not null,
  -- SHA-256: the end of the chain, and that of the vehicle's seal before this one
  root bytea not null check (length(root) = 32),
  previous_root bytea check (length(previous_root) = 32),
  made_at timestamptz not null default now(),
  unique (vehicle_id, day, version)
);
create index temperature_seal_client on temperature_seal (client_id, day);
call tenant_table('temperature_seal');
revoke insert, update, delete on temperature_seal from app_tenant, app_provider;

-- When a vehicle's day was last looked at, so that the job looks again only after it was computed anew.
create table temperature_seal_check (
  vehicle_id bigint not null references vehicle on delete cascade,
  day date not null,
  checked_at timestamptz not null,
  primary key (vehicle_id, day)
);

-- A record that was handed out (printed or exported) for a vehicle and a time.
create table temperature_record (
  id bigint generated always as identity primary key,
  client_id bigint not null references client,
  number text not null,
  vehicle_id bigint not null,
  from_time timestamptz not null,
  until_time timestamptz not null,
  version int not null check (version > 0),
  -- what was printed: plate, company, bounds, figures
  facts jsonb not null,
  -- seals that it stands on, in the order of their days
  seal_ids bigint[] not null,
  root bytea not null check (length(root) = 32),
  made_at timestamptz not null default now(),
  made_by bigint,
  made_by_name text not null,
  unique (number, version)
);
create index temperature_record_vehicle on temperature_record (vehicle_id, from_time, until_time);
call tenant_table('temperature_record');
revoke insert, update, delete on temperature_record from app_tenant, app_provider;

-- Records are numbered by day.
create table temperature_record_day (
  day date primary key,
  last int not null
);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% holds what was sealed: rows are added only', tg_table_name;
end $$;
create trigger append_only before update or delete or truncate on temperature_seal for each statement execute function refuse_change();
create trigger append_only before update or delete or truncate on temperature_record for each statement execute function refuse_change();
