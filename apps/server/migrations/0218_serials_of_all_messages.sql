-- Every message of every sending of a command, as it went out: `attempt` and `no` (of `of`) from 1, its id, the serial of its first package and how many it had.
-- Serials count on one connection; an answer that comes over a later one is told by them. This replaces the serial of the last message alone.
alter table device_command add column went_out jsonb not null default '[]';
update device_command set went_out = jsonb_build_array(jsonb_build_object(
    'attempt', attempts, 'no', 1, 'of', 1, 'msgId', sent_message ->> 'msgId', 'first', serial, 'packages', 1))
  where serial is not null and sent_message is not null and not sent_message ? 'more';
alter table device_command drop column serial;

-- What the gateway itself has asked of terminals lately, beside commands (the interval of a recorder): an answer to it may come over a later connection, too.
create table terminal_asked (
  id bigint generated always as identity primary key,
  -- who it is at the gateway: a terminal's id or a recorder's terminal_id
  device_id bigint not null,
  msg_id text not null,
  first_serial int not null,
  packages int not null,
  asked_at timestamptz not null default now()
);
create index terminal_asked_device on terminal_asked (device_id);
create index terminal_asked_at on terminal_asked (asked_at);
