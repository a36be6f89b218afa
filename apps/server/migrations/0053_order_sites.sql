-- 发站 and 到站 of an order (transport.md 1.1): as chosen, or the nearest site within 100 km when it is written; open orders of before get theirs here.
alter table customer_order
  add column origin_place_id bigint references place,
  add column dest_place_id bigint references place;
create index customer_order_origin on customer_order (client_id, origin_place_id) where origin_place_id is not null;
create index customer_order_dest on customer_order (client_id, dest_place_id) where dest_place_id is not null;
-- who entered orders: the choices of a filter
create index customer_order_creator on customer_order (client_id, created_by);
update customer_order o set
    origin_place_id = (select p.id from place p join place_shape g on g.place_id = p.id and g.during @> now()
      cross join lateral (select sqrt(((g.lat - o.ship_lat) * 111.195) ^ 2 + ((g.lng - o.ship_lng) * 111.195 * cos(radians(o.ship_lat))) ^ 2) as km) d
      where p.client_id = o.client_id and p.kind = 'site' and p.deleted_at is null and p.place_type in (1, 2) and d.km <= 100 order by d.km, p.id limit 1),
    dest_place_id = (select p.id from place p join place_shape g on g.place_id = p.id and g.during @> now()
      cross join lateral (select sqrt(((g.lat - o.receive_lat) * 111.195) ^ 2 + ((g.lng - o.receive_lng) * 111.195 * cos(radians(o.receive_lat))) ^ 2) as km) d
      where p.client_id = o.client_id and p.kind = 'site' and p.deleted_at is null and p.place_type in (1, 2) and d.km <= 100 order by d.km, p.id limit 1)
  where o.order_status < 5;
