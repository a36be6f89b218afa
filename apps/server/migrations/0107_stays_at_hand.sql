-- Reports of stays go through all of a company's stays of a month, hundreds of thousands: what they filter, sort and sum up by stands in one index, so that
-- the rows of facts, and the figures in their jsonb, are read for the stays of a page alone.

-- How long the engine was off, and idled, during a stay that has ended, seconds. Null while it goes on: its figures grow with every report, and an index that held them would
-- be written as often.
alter table episode
  add column engine_off_s double precision generated always as (case when kind = 'stay' and end_time is not null then (values ->> 'accOffMs')::double precision / 1000 end) stored,
  add column engine_idle_s double precision generated always as (case when kind = 'stay' and end_time is not null then (values ->> 'idleMs')::double precision / 1000 end) stored;

create index episode_stays on episode (vehicle_id, start_time)
  include (end_time, client_id, place_id, lng, lat, engine_off_s, engine_idle_s, door_opens, id) where kind = 'stay' and status <> 2;
