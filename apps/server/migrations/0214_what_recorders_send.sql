-- Photos and messages of portable recorders: such a row belongs to a recorder instead of a terminal.
alter table terminal_file
  alter column device_id drop not null,
  add column portable_id bigint references portable_device,
  add constraint terminal_file_owner check (num_nonnulls(device_id, portable_id) = 1);
create index terminal_file_portable_media on terminal_file (portable_id, media_no) where portable_id is not null;
create index terminal_file_portable on terminal_file (portable_id, taken_at) where portable_id is not null;

alter table terminal_message
  alter column device_id drop not null,
  add column portable_id bigint references portable_device,
  add constraint terminal_message_owner check (num_nonnulls(device_id, portable_id) = 1);
create index terminal_message_portable on terminal_message (portable_id, msg_id, id desc) where portable_id is not null;
create index terminal_message_portable_same on terminal_message (portable_id, sha256, received_at) where portable_id is not null;

-- Recorders send packages too: device_id is who it is at the gateway, a terminal's id or a recorder's terminal_id, which are numbers of one sequence.
-- What a terminal that was removed leaves behind goes with what is never completed, after an hour.
alter table split_message drop constraint split_message_device_id_fkey;
