-- Alarm rules as people write them: departments and exceptions in their scope, who made which version, trials on stored points.

-- scope 4 = departments with those below; exclude_ids: vehicles that a rule leaves out
alter table alarm_rule drop constraint alarm_rule_scope_check;
alter table alarm_rule add constraint alarm_rule_scope_check check (scope between 1 and 4);
alter table alarm_rule add column exclude_ids bigint[] not null default '{}';
alter table alarm_rule_version add column exclude_ids bigint[] not null default '{}';
alter table alarm_rule_version add column name text not null default '';
alter table alarm_rule_version add column changed_by bigint;
update alarm_rule_version v set name = r.name, changed_by = coalesce(r.updated_by, r.created_by) from alarm_rule r where r.id = v.rule_id;

create or replace function keep_rule_version() returns trigger language plpgsql security definer set search_path = public as $$
begin
  call end_version('alarm_rule_version', 'rule_id = ' || new.id);
  if new.enabled and new.deleted_at is null then
    insert into alarm_rule_version (client_id, rule_id, version, during, kind, level, scope, target_ids, exclude_ids, period, valid_from,
      valid_until, params, name, changed_by)
    values (new.client_id, new.id, new.version, tstzrange(now(), null), new.kind, new.level, new.scope, new.target_ids, new.exclude_ids,
      new.period, new.valid_from, new.valid_until, new.params, new.name, coalesce(new.updated_by, new.created_by));
  end if;
  return null;
end $$;

-- Departments of vehicles over time, as fleets and drivers are kept: a recompute asks which department a vehicle belonged to.
alter table vehicle_period drop constraint vehicle_period_kind_check;
alter table vehicle_period add constraint vehicle_period_kind_check check (kind in ('status', 'fleet', 'driver', 'plate', 'org'));
create or replace function vehicle_facts(v vehicle) returns table (kind text, value text, name text)
language sql stable security definer set search_path = public as $$
  select 'status', v.vehicle_status::text, ''
  union all select 'plate', v.plate_no, v.plate_no
  union all select 'fleet', v.fleet_id::text, f.name from fleet f where f.id = v.fleet_id
  union all select 'driver', v.driver_id::text, d.name from driver d where d.id = v.driver_id
  union all select 'org', v.org_id::text, o.name from org o where o.id = v.org_id
$$;
drop trigger vehicle_periods on vehicle;
create trigger vehicle_periods after insert or update of vehicle_status, fleet_id, driver_id, plate_no, org_id on vehicle
  for each row execute function keep_vehicle_periods();
insert into vehicle_period (client_id, vehicle_id, kind, value, name, since)
  select v.client_id, v.id, 'org', v.org_id::text, o.name, v.created_at from vehicle v join org o on o.id = v.org_id where v.deleted_at is null;
create trigger facts_inputs after insert or delete or update of parent_id on org for each row execute function notify_facts_inputs();

-- A rule tried on stored points before it is switched on: asked by a user, worked out by a job, kept for a day.
create table rule_trial (
  id bigint generated always as identity primary key,
  client_id bigint not null references client,
  user_id bigint not null,
  -- the rule as the form has it: {kind, level, period, params}, and the one that it would replace
  rule jsonb not null,
  rule_id bigint references alarm_rule,
  vehicle_ids bigint[] not null,
  -- company days, both included
  from_day date not null,
  to_day date not null,
  -- 0 waiting, 1 under way, 2 done, 3 failed
  status smallint not null default 0 check (status between 0 and 3),
  -- vehicle days done
  done int not null default 0,
  total int not null,
  result jsonb,
  error text not null default '',
  created_at timestamptz not null default now()
);
create index rule_trial_client on rule_trial (client_id, created_at);
call tenant_table('rule_trial');
