-- What arrives is listed and counted by stop, whatever its waybill: the sequence of arrivals, and what the count asks of a stop.
create index waybill_stop_arrivals on waybill_stop (client_id, plan_arrive_at, id) include (waybill_id, checked_at, stop_status) where seq > 1;
-- What is summed up under the list of orders: read from the index alone.
create index customer_order_sums on customer_order (client_id, order_status)
  include (org_id, total_pieces, total_weight_kg, total_volume_m3, cod_fen);
-- Lists sort with nothing last, then by id: an index that stands the same way gives a page without sorting everything.
drop index customer_order_due;
create index customer_order_due on customer_order (client_id, order_status, arrive_to desc nulls last, id desc);

-- Orders and waybills that a user marked with a star: they stand first in his lists, and he is told when something happens to them.
create table tms_follow (
  client_id bigint not null references client,
  user_id bigint not null references app_user on delete cascade,
  obj_type text not null check (obj_type in ('customerOrder', 'waybill')),
  obj_code text not null,
  created_at timestamptz not null default now(),
  primary key (user_id, obj_type, obj_code)
);
create index tms_follow_object on tms_follow (client_id, obj_type, obj_code);
call tenant_table('tms_follow');
