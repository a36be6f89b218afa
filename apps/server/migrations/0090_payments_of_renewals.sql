-- Renewals and orders of the order centre are paid online as memberships are: a payment is for one order of one kind.
alter table member_payment alter column order_id drop not null;
alter table member_payment add column renew_order_id bigint references renew_order on delete cascade;
alter table member_payment add column erp_order_id bigint references erp_order on delete cascade;
alter table member_payment add constraint member_payment_one_order check (num_nonnulls(order_id, renew_order_id, erp_order_id) = 1);
create index member_payment_renewal on member_payment (renew_order_id) where renew_order_id is not null;
create index member_payment_erp on member_payment (erp_order_id) where erp_order_id is not null;
