-- 设备共享: who of the other company looked at the tracks and temperatures that a share opens, and what the other company calls the vehicles that it is lent.
create table device_share_look (
  id bigint generated always as identity primary key,
  -- whose vehicles they are
  client_id bigint not null references client,
  share_id bigint not null references device_share on delete cascade,
  vehicle_id bigint not null references vehicle on delete cascade,
  -- of the company that looked
  user_id bigint not null,
  user_name text not null,
  -- shareScope
  scope text not null,
  -- looks of one user at one vehicle within an hour are one line
  hour timestamptz not null,
  last_at timestamptz not null default now(),
  unique (share_id, vehicle_id, user_id, scope, hour)
);
create index device_share_look_vehicle on device_share_look (vehicle_id);
call tenant_table('device_share_look');

-- Notes that somebody of the caller's company looked at what a share opens of a vehicle. Security definer: the log is the owner's. Within a minute nothing is written again.
create function app_note_share_look(vehicle bigint, who bigint, who_name text, what text) returns void language sql security definer set search_path = public as $$
  insert into device_share_look (client_id, share_id, vehicle_id, user_id, user_name, scope, hour)
    select d.client_id, d.id, vehicle, who, who_name, what, date_trunc('hour', now(), 'UTC')
    from vehicle_access a join device_share d on d.id = a.share_id
    where a.vehicle_id = vehicle and a.client_id = app_client_id() and what = any(a.scopes) and a.valid_from <= now() and (a.valid_until is null or a.valid_until > now())
      and not exists (select from device_share_look l where l.share_id = d.id and l.vehicle_id = vehicle and l.user_id = who and l.scope = what
        and l.hour = date_trunc('hour', now(), 'UTC') and l.last_at > now() - interval '1 minute')
    on conflict (share_id, vehicle_id, user_id, scope, hour) do update set last_at = excluded.last_at
$$;

-- What the company of the request calls a vehicle that it is lent; empty: its plate.
alter table device_share_vehicle add column alias text not null default '';
-- True when there is such a vehicle in a share that it was offered. Security definer: the row is the owner's.
create function app_name_shared(share bigint, vehicle bigint, name text) returns boolean language plpgsql security definer set search_path = public as $$
begin
  update device_share_vehicle set alias = name where share_id = share and vehicle_id = vehicle
    and exists (select from device_share d where d.id = share and d.target_client_id = app_client_id());
  return found;
end $$;
revoke execute on function app_note_share_look, app_name_shared from public;
grant execute on function app_note_share_look, app_name_shared to app_tenant, app_provider;
