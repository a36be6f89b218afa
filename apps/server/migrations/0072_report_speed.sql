-- Reports ask for the facts of one kind of many vehicles; the unique key holds them too, but with rule and subject before the time.
create index episode_kind on episode (vehicle_id, kind, start_time);
-- Asking for the tenant once a statement, not once a row, is as tight: reports read hundreds of thousands of facts.
alter policy tenant on episode using (client_id = (select app_client_id())) with check (client_id = (select app_client_id()));
alter policy tenant on day_summary using (client_id = (select app_client_id())) with check (client_id = (select app_client_id()));
