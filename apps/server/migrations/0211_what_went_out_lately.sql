-- An answer that belongs to nothing on its connection is looked up among what went out to its terminal in the last half hour.
create index device_command_sent on device_command (device_id, sent_at) where sent_at is not null;
