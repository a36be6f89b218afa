-- What a driver was warned of by cameras in a month: 本月评分.
create index episode_driver_safety on episode (driver_id, start_time) where kind = 'safetyEvent' and driver_id is not null;
