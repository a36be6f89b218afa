-- How many of an hour's points came late (flag 4): the share of them in an episode is counted without opening hours. Null in hours packed before.
alter table position_hour add column late int;
create index position_hour_late on position_hour (vehicle_id, hour) where late > 0;
-- few rows: whether anything came late while an episode ran is asked whenever it is written
create index position_came_late on position (vehicle_id, device_time) where (flags & 4) <> 0;
