-- A user may delete messages from his list. The row stays, so that the same message is not handed to him again.
alter table message_user add column deleted_at timestamptz;
