-- A company is checked (2) when staff passed an order whose signed contract names it; what it only wrote of itself waits for that (1).
update company_auth a set status = 1 where status = 2 and not exists (
  select from member_order o join member_contract c on c.order_id = o.id where o.client_id = a.client_id and o.audited_at is not null and o.audit_user <> '系统' and o.status in (3, 5) and c.status = 2);
