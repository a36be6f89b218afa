-- Drivers that a trip was taken from. What one of them did at its doors before his phone learned of it is still taken as a fact for the desk.
alter table waybill add column former_driver_ids bigint[] not null default '{}';
