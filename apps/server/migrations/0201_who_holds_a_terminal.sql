-- Processes that terminals connect to. One that has not been seen for a minute is gone, with what it held.
create table gateway_process (
  name text primary key,
  host text not null,
  pid int not null,
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now()
);

-- Over which process a terminal can be reached: the one that its newest connection is with. No row: it is not connected.
create table terminal_holder (
  device_id bigint primary key references device on delete cascade,
  gateway text not null references gateway_process on delete cascade,
  -- address and port of the other end
  remote text not null,
  since timestamptz not null default now()
);
create index terminal_holder_gateway on terminal_holder (gateway);

-- The process that a terminal has left hears of it.
create function notify_terminal_moved() returns trigger language plpgsql as $$
begin
  perform pg_notify('terminal_moved', old.device_id || ' ' || old.gateway);
  return null;
end $$;
create trigger terminal_moved after update on terminal_holder for each row when (old.gateway is distinct from new.gateway)
  execute function notify_terminal_moved();
