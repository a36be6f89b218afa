-- Detail pages: whom a vehicle is shared with, who came to a place, what a driver drove.

-- Companies that a vehicle of the tenant is shared with. Security definer: their rows of vehicle_access are theirs; only the owner is told.
create function app_shared_to(v bigint) returns table (name text, valid_from timestamptz, valid_until timestamptz, scopes text[])
language sql stable security definer set search_path = public as $$
  select c.name, a.valid_from, a.valid_until, a.scopes from vehicle x
  join vehicle_access a on a.vehicle_id = x.id and a.source = 'share' join client c on c.id = a.client_id
  where x.id = v and x.client_id = app_client_id() order by a.valid_from desc limit 100
$$;
revoke execute on function app_shared_to from public;
grant execute on function app_shared_to to app_tenant, app_provider;

-- Arrivals at a place (到店证据), newest first.
create index episode_visits on episode (place_id, start_time desc) where kind = 'visit';
-- What a driver drove and was warned of in a month.
create index episode_driver on episode (driver_id, start_time desc) where driver_id is not null and (alarm or kind = 'trip');
