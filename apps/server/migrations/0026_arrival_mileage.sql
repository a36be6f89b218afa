-- Total of the vehicle's terminal when a trip ended: with that of the departure the kilometres that it drove.
alter table waybill add column arrive_mileage_m bigint;
