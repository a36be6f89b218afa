-- How a terminal speaks where it departs from the standard: of its model, and of itself, whose own values win. The keys are those of terminalSettings in
-- the contract; what is not set is absent.
alter table device_model add column settings jsonb not null default '{}' check (jsonb_typeof(settings) = 'object');
alter table device add column settings jsonb not null default '{}' check (jsonb_typeof(settings) = 'object');
-- the reporting interval (0x8103 0029) that the terminal answered last, and how
alter table device add column upload_interval_s int;
alter table device add column upload_interval_state text check (upload_interval_state in ('done', 'refused'));

-- A tolerated checksum is one of these settings now.
update device set settings = jsonb_build_object('checksum', 'lenient') where lenient_checksum;
drop trigger access_changed on device;
alter table device drop column lenient_checksum;
create trigger access_changed after insert or delete or update of phone_key, item_profile, settings, model_id, status, deleted_at on device
  for each row execute function notify_access_changed();
create trigger access_changed after update of settings on device_model
  for each row when (old.settings is distinct from new.settings) execute function notify_access_changed();
