-- Vehicles that another company shared in are readable (never writable) while the share runs, and a user may be authorised vehicle by vehicle.
create table user_vehicle_scope (
  client_id bigint not null references client,
  user_id bigint not null references app_user on delete cascade,
  vehicle_id bigint not null references vehicle on delete cascade,
  primary key (user_id, vehicle_id)
);
call tenant_table('user_vehicle_scope');

-- Vehicles shared in to the tenant of the request, now. Security definer: it looks at vehicle_access only, by the request's own tenant.
create function app_shared_vehicles() returns setof bigint language sql stable security definer set search_path = public as $$
  select vehicle_id from vehicle_access
  where client_id = app_client_id() and source = 'share' and valid_from <= now() and (valid_until is null or valid_until > now())
$$;
create policy shared on vehicle for select to app_tenant using (id in (select app_shared_vehicles()));
create policy shared on probe for select to app_tenant using (vehicle_id in (select app_shared_vehicles()));
create policy shared on device_binding for select to app_tenant using (vehicle_id in (select app_shared_vehicles()));

-- Name of the company a vehicle belongs to, for the tenant that it is shared with; null for everybody else.
create function app_owner_name(v bigint) returns text language sql stable security definer set search_path = public as $$
  select c.name from vehicle x join client c on c.id = x.client_id
  where x.id = v and exists (select from vehicle_access a where a.vehicle_id = v and a.client_id = app_client_id())
$$;
