-- Several messages of one id and number of packages may be open: bursts of photos and batches have equal lengths all the time, and packages that were
-- acknowledged are not given up because another one begins. Which of them a package belongs to is told by its serial.
drop index split_message_set;
create index split_message_set on split_message (device_id, msg_id, total);
