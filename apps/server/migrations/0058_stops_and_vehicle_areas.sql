-- Areas that one vehicle is kept out of (transport.md 1.13 restrictedAreas, J2 限行区域); deleted areas keep nobody out.
alter table vehicle add column limit_area_ids bigint[] not null default '{}';

-- What somebody entered for the stops of a waybill over what its orders say: windows and minutes (transport.md C16). By orders, because stops are
-- written anew whenever the sequence changes.
alter table waybill add column stop_plans jsonb not null default '[]';

-- 返程点: where the vehicle goes when it has unloaded everything, and when it is planned to be back; it is taken until then (transport.md C16).
alter table waybill add column return_place_id bigint references place;
alter table waybill add column plan_return_at timestamptz;
alter table waybill add constraint waybill_plan_return check (plan_return_at is null or plan_return_at >= plan_arrive_at);
