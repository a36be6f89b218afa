-- Notices by sound (a message that browsers play a tone for) and by phone (a call that reads the notice out).
alter table message_user add column sound boolean not null default false;
comment on column message_user.sound is 'a push setting asks browsers to play a tone for it';
alter table push_send drop constraint push_send_channel_check;
alter table push_send add constraint push_send_channel_check check (channel between 1 and 12);
