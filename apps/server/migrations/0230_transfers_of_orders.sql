-- Bank transfers of orders of the order centre, as those of memberships have them: the vouchers, when they were sent in (null: none waits or was looked at), and why they were refused.
alter table erp_order add column voucher_file_ids bigint[] not null default '{}';
alter table erp_order add column remit_date date;
alter table erp_order add column remit_name text not null default '';
alter table erp_order add column submitted_at timestamptz;
alter table erp_order add column reject_reason text not null default '';
alter table erp_order add column audit_user text not null default '';
