-- 二维码 of a vehicle: the number that its code says now. A code with an older one was withdrawn (作废重发).
alter table vehicle add column qr_no integer not null default 1 check (qr_no > 0);
alter table vehicle add column qr_renewed_at timestamptz;

-- The store whose code was scanned for an arrival: evidence beside what the fence says (到店证据).
alter table driver_action add column scan_store_id bigint references store;
create index driver_action_scan on driver_action (client_id, scan_store_id, acted_at) where scan_store_id is not null;
