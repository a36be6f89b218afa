-- Plans beside what was driven. A plan may follow an electronic line: the way is kept as it was when the plan was saved, so that a line that is
-- drawn anew does not turn an old drive into a deviation.
alter table route_plan
  add column line_id bigint references place,
  -- [[lng, lat], ...] from the first stop to the last, WGS-84; null: straight legs from stop to stop
  add column path jsonb,
  add column corridor_m int,
  -- what the vehicle made of it, by the visits of its places: left the first stop, reached the last one
  add column started_at timestamptz,
  add column finished_at timestamptz,
  add column actual_mileage_m int,
  add column deviation_count smallint,
  -- metres driven off the way in all
  add column deviation_m int,
  -- when these figures were made
  add column figured_at timestamptz;
-- status: 0 draft, 1 sent, 2 under way, 3 done, 4 void. Which route a plan became is told by route_id alone.
update route_plan set status = case when sent_at is null then 0 else 1 end where status = 3;
-- One character in the mark of a place on the map; '' is none.
alter table place add column icon text not null default '';
create index route_plan_followed on route_plan (status, depart_at) where deleted_at is null and status in (1, 2, 3);
