-- A carrier that is a company on this platform too: what it shares with us, and what we share with it (共享状态).
alter table carrier add column linked_client_id bigint references client;
create unique index carrier_linked on carrier (client_id, linked_client_id) where linked_client_id is not null and deleted_at is null;

-- The tenant and another company: vehicles shared between the two now, when the first of these shares ends, whether there were some before.
-- Security definer: the other's vehicles and what it may see are the other's; only sums of what lies between the two are told.
create function app_partner(partner bigint) returns table (name text, shared_code text, shared_in int, shared_out int, until_at timestamptz, ended boolean)
language sql stable security definer set search_path = public as $$
  select c.name, c.shared_code, coalesce(s.inward, 0), coalesce(s.outward, 0), s.until_at, coalesce(s.ended, false) from client c
  cross join lateral (
    select (count(*) filter (where a.runs and a.client_id = app_client_id()))::int as inward,
      (count(*) filter (where a.runs and a.client_id = partner))::int as outward,
      min(a.valid_until) filter (where a.runs) as until_at, bool_or(a.valid_until <= now()) as ended
    from (
      select x.client_id, x.valid_until, x.valid_from <= now() and (x.valid_until is null or x.valid_until > now()) as runs
      from vehicle_access x join vehicle v on v.id = x.vehicle_id and v.deleted_at is null
      where x.source = 'share' and (x.client_id = app_client_id() and v.client_id = partner or x.client_id = partner and v.client_id = app_client_id())
    ) a
  ) s
  where c.id = partner and c.id <> app_client_id()
$$;
-- A company by the code that its administrator gives to partners (共享识别码).
create function app_company_of(code text) returns table (id bigint, name text)
language sql stable security definer set search_path = public as $$
  select c.id, c.name from client c where c.shared_code = upper(trim(code)) and c.kind = 'tenant' and c.status = 1
$$;
revoke execute on function app_partner, app_company_of from public;
grant execute on function app_partner, app_company_of to app_tenant;
