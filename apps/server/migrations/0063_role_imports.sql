-- Roles come from spreadsheets too: taking an import back says who changed a role since.
alter table role add column updated_by bigint;
