-- A recording of frames that a company made of its own terminal; the others are those of the provider's staff, which companies do not see.
alter table frame_trace add column by_company boolean not null default false;
create index frame_trace_own on frame_trace (client_id, device_id, id desc) where by_company;

-- What a company finds of recordings is its own, whatever a query forgets; staff's change history of the terminal still names theirs.
drop policy tenant on frame_trace;
create policy tenant on frame_trace to app_tenant using (client_id = app_client_id() and by_company) with check (client_id = app_client_id() and by_company);
drop policy tenant on frame_trace_row;
create policy tenant on frame_trace_row to app_tenant
  using (client_id = app_client_id() and exists (select from frame_trace t where t.id = trace_id and t.by_company))
  with check (client_id = app_client_id());
