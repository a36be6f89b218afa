-- How many pallet places the goods of an order take, when somebody knows it: stowage holds it against the places of the vehicle.
alter table customer_order add column pallets numeric(5, 1);
-- What a receiver refused goes back by an order of its own (orderType 2), drafted with the signature.
alter table customer_order add column return_of_id bigint references customer_order;
create index customer_order_return on customer_order (return_of_id) where return_of_id is not null;
-- 撤销合单 finds what an order was joined from.
create index customer_order_merged on customer_order (merged_into_id) where merged_into_id is not null;

-- Tabs of lists count what they show: children of divided orders are told by split_flag, so it stands in the index that is counted by.
drop index customer_order_sums;
create index customer_order_sums on customer_order (client_id, order_status)
  include (org_id, split_flag, total_pieces, total_weight_kg, total_volume_m3, cod_fen);
-- Legs that are not over, by order: a company's running goods are read at once instead of order by order.
create index waybill_leg_running on waybill_leg (client_id, order_id, id desc) include (waybill_id, to_seq, transportation_status)
  where removed_at is null and transportation_status < 2;
