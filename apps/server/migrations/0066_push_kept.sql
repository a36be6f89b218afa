-- pushResult 4: kept in the outbox, because no gateway is set up. These stood as sent (1) and told of it in `cause` alone.
alter table push_send drop constraint push_send_status_check;
alter table push_send add constraint push_send_status_check check (status between 0 and 4);
update push_send set status = 4 where status = 1 and cause like '%已存入发件箱';
