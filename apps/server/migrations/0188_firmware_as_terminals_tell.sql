-- The firmware follows what the terminal says of itself: when it logs in (0x0102 of 2019) or answers what it is (0x0107). Null: somebody typed it, or an
-- upgrade ended with it. Ranges of firmware (commands of the catalogue, lowest version of a package) are judged by it.
alter table device add column fw_told_by text check (fw_told_by in ('auth', 'properties'));
alter table device add column fw_told_at timestamptz;
alter table portable_device add column fw_told_by text check (fw_told_by in ('auth', 'properties'));
alter table portable_device add column fw_told_at timestamptz;
