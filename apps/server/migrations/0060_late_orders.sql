-- Delivered too late: a filter of order tracking over all that was ever delivered, for branches as well (their rows are told by org_id).
create index customer_order_late on customer_order (client_id, order_status, arrive_to desc nulls last, id desc) include (org_id, customer_id)
  where split_flag <> 1 and signed_at > arrive_to;
