-- 行程设置 4 开关机: a trip ends when the engine is switched off.
alter table trip_setting drop constraint trip_setting_mode_check;
alter table trip_setting add constraint trip_setting_mode_check check (mode in (1, 2, 4));
