-- Who changed a binding last: an import can then be taken back line by line, and say who is in its way.
alter table vehicle_binding add column updated_by bigint;

-- A link to a shipment shows its vehicle from the loading on, and until it is done as far as it has come; the times of the link itself are those of the plan.
alter table trip_share add column shipment_id bigint references shipment on delete cascade;
create index trip_share_shipment on trip_share (shipment_id);
grant usage on sequence vehicle_binding_id_seq to app_tenant, app_provider;
