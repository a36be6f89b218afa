-- Of the companies that are checked (2), those whom staff only rejected wait again (1): an order that was rejected and paid back had a reviewer too. Only what was
-- passed gave its terminals a time.
update company_auth a set status = 1 where status = 2 and not exists (
  select from member_order o join member_contract c on c.order_id = o.id where o.client_id = a.client_id and o.audit_user <> '系统' and o.status in (3, 5) and c.status = 2
    and exists (select from member_order_item i where i.order_id = o.id and i.start_date is not null));
