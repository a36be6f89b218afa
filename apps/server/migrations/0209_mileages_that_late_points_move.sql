-- A trip whose total mileages (depart_mileage_m, arrive_mileage_m) wait to be reckoned again, because days of its truck wait for that: what comes late moves
-- the total, also that of moments which had been written down.
alter table waybill add column mileage_due boolean not null default false;
comment on column waybill.mileage_due is 'late data of the truck waits to be computed: the mileages at departure and arrival are reckoned again afterwards';
create index waybill_mileage_due on waybill (vehicle_id) where mileage_due;
