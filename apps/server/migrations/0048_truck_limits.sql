-- 限行: areas that keep trucks out, at what hours and from what total mass on (transport.md 4.3 RESTRICT; 时段 of resources.md 1.12).
alter table place
  -- [{days, from, to}] of the company's clock; empty: at all hours
  add column hours jsonb not null default '[]' check (jsonb_typeof(hours) = 'array'),
  -- vehicles of more total mass than so many tons; null: all of them
  add column limit_over_t numeric(5, 2) check (limit_over_t > 0);
create index place_truck_limit_idx on place (client_id) where place_type = 12 and deleted_at is null;
