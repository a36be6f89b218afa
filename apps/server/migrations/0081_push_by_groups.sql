-- Push settings may be about the vehicles of a user's own groups (我的分组): scope 5, target_ids are groups. Who is in a group is looked up when an alarm is told.
alter table push_setting drop constraint push_setting_scope_check;
alter table push_setting add constraint push_setting_scope_check check (scope between 1 and 5);
