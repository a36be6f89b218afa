-- What driving reports show of a day beside its sums: when it was fastest, how long it drove at night (22-6 on the company's clock), and the odometer at
-- its last fix. Days that were computed before have none of them.
alter table day_summary add column max_speed_at timestamptz;
alter table day_summary add column night_driving_ms int;
alter table day_summary add column end_odometer_m bigint;
