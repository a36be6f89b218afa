-- Plans, their quotas and prices are changed on a page of the provider's staff: two of them at once must notice each other.
alter table member_plan
  add version int not null default 1,
  add updated_at timestamptz not null default now(),
  -- '' for what came with a release or was written here by hand
  add updated_name text not null default '';
grant usage on sequence member_plan_id_seq, member_price_id_seq to app_provider;
