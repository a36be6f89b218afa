-- A day or an hour in which no report knew its speed has no highest one.
alter table day_summary alter column max_speed_kmh drop not null, alter column max_speed_kmh drop default;
alter table position_hour alter column max_speed_kmh drop not null;
