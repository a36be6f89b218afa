-- nothing has read this column so far: what somebody wrote there by other names, or what is no bound, meant nothing
update member_plan set quotas = case when jsonb_typeof(quotas) <> 'object' then '{}' else (
  select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(quotas)
  where key in ('accounts', 'smsPerMonth', 'exportRows') and case jsonb_typeof(value) when 'null' then true
    when 'number' then value::numeric between 0 and 1000000000 and trunc(value::numeric) = value::numeric else false end) end
where quotas <> '{}';
-- What a membership plan bounds: a number, null = no limit, absent = the plan changes nothing of it. What a company may is the most that anything gives it.
alter table member_plan add constraint member_plan_quotas check (
  jsonb_typeof(quotas) = 'object'
  and quotas - array['accounts', 'smsPerMonth', 'exportRows'] = '{}'
  and not jsonb_path_exists(quotas, '$.* ? (@.type() != "null" && (@.type() != "number" || @ < 0 || @ > 1000000000 || @.floor() != @))'));

-- Level 0 is what a company without a membership has (基础额度). It is never on sale; as it is made here it bounds nothing, so that nobody loses anything.
alter table member_plan drop constraint member_plan_level_check;
alter table member_plan add constraint member_plan_level_check check (level >= 0 and (level > 0 or status = 0));
create unique index member_plan_base on member_plan (level) where level = 0;
insert into member_plan (id, name, level, status)
select (select min(n) from generate_series(1, (select count(*) + 1 from member_plan)) n where n not in (select id from member_plan)),
  case when exists (select from member_plan where name = '基础额度') then '基础额度（无会员）' else '基础额度' end, 0, 0;

-- What plans promised in words and is counted from now on: 每月20条 of text messages, 5万行 of one export.
update member_plan p set quotas = p.quotas || found.given
from (
  select m.id, jsonb_object_agg(b.key, b.n) as given from member_plan m cross join lateral (
    select case one ->> 'code' when 'sms' then 'smsPerMonth' else 'exportRows' end as key,
      case one ->> 'code' when 'sms' then substring(one ->> 'valueText' from '^每月(\d{1,8})条$')::int
        else substring(one ->> 'valueText' from '^(\d{1,4})万行$')::int * 10000 end as n
    from jsonb_array_elements(case jsonb_typeof(m.benefits) when 'array' then m.benefits else '[]' end) one where one ->> 'code' in ('sms', 'export')) b
  where b.n is not null group by m.id) found
where p.id = found.id;
-- these lines now come from the quotas; the others promised what the product does not bound by plan (how long positions are kept, minutes of video)
update member_plan set benefits = coalesce((
  select jsonb_agg(one order by place) from jsonb_array_elements(case jsonb_typeof(benefits) when 'array' then benefits else '[]' end) with ordinality as b (one, place)
  where not (one ->> 'code' in ('storage', 'video')
    or one ->> 'code' = 'sms' and one ->> 'valueText' ~ '^每月\d{1,8}条$'
    or one ->> 'code' = 'export' and one ->> 'valueText' ~ '^\d{1,4}万行$')), '[]')
where benefits <> '[]';
