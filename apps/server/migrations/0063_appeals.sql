-- An alarm may be appealed (申诉): a step of its trace like the others, after which the alarm waits for whoever decides.
alter table alarm_handle drop constraint alarm_handle_action_check;
alter table alarm_handle add constraint alarm_handle_action_check check (action in ('handle', 'undo', 'reopen', 'appeal'));
drop index episode_unhandled;
create index episode_unhandled on episode (client_id, start_time desc) where alarm and handle_status in (0, 1, 4, 5) and status <> 2;

-- How fast the vehicle was when an alarm began, km/h; null where its report does not say, for alarms of before, and for all that is no alarm.
alter table episode add column speed_kmh real;
