-- Late goods can always be moved: how much lateness a company accepts when it plans, and why a trip goes although it comes later (晚到放行).
alter table tms_settings add column late_tolerance_min int not null default 120 check (late_tolerance_min between 0 and 10080);
alter table waybill add column late_reason text;
alter table waybill add column late_by text;

-- What a driver did at a door is a fact. One that contradicts the plan or the state is kept with a mark until somebody at the desk resolves it:
-- 1 adopted, 2 closed without effect. `refused`: it has had no effect (so far).
alter table driver_action add column conflict boolean not null default false;
alter table driver_action add column resolution smallint check (resolution in (1, 2));
alter table driver_action add column resolved_at timestamptz;
alter table driver_action add column resolved_by text;
alter table driver_action add column resolve_note text not null default '';
create index driver_action_conflict on driver_action (client_id, waybill_id) where conflict and resolved_at is null;
