-- Invoices of renewals and of orders of the order centre, as those of memberships have them: who it is for, its number, its file.
alter table erp_order add column ticket jsonb;
alter table erp_order add column invoice_no text not null default '';
alter table erp_order add column invoice_file_id bigint references file on delete set null;
alter table erp_order add column invoiced_at timestamptz;
alter table renew_order add column invoice_no text not null default '';
alter table renew_order add column invoice_file_id bigint references file on delete set null;
alter table renew_order add column invoiced_at timestamptz;
