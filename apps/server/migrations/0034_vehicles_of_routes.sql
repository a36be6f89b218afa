-- Which vehicles usually drive a route (resources.md 1.14: 绑定车辆); one vehicle may drive several.
create table route_vehicle (
  route_id bigint not null references transport_route on delete cascade,
  vehicle_id bigint not null references vehicle on delete cascade,
  client_id bigint not null references client,
  created_at timestamptz not null default now(),
  created_by bigint,
  primary key (route_id, vehicle_id)
);
create index route_vehicle_vehicle on route_vehicle (vehicle_id);
call tenant_table('route_vehicle');

-- Kinds of vehicles that a route is for, and what a run usually burns.
alter table transport_route add column vehicle_types text[] not null default '{}';
alter table transport_route add column fuel_fen int;
