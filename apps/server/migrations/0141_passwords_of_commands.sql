-- Passwords and codes in the arguments of terminal control (0x8105) are kept encrypted from now on. Those of before become stars, also in what went out;
-- what has not gone out yet is cancelled, as it would take the stars along.
update device_command c set
  sent_message = null,
  state = case when c.state in (0, 9) then 6 else c.state end,
  ended_at = case when c.state in (0, 9) then now() else c.ended_at end,
  params = jsonb_set(c.params, '{args}', to_jsonb((
    select string_agg(case when part <> '' and (c.params->>'command', at) in (('1', 4), ('2', 2), ('2', 5)) then '******' else part end, ';' order by at)
    from unnest(string_to_array(c.params->>'args', ';')) with ordinality as p(part, at))))
where c.kind = 'control' and c.params->>'args' like '%;%' and not c.params ? 'sealed'
  and exists (select from unnest(string_to_array(c.params->>'args', ';')) with ordinality as p(part, at)
    where part <> '' and (c.params->>'command', at) in (('1', 4), ('2', 2), ('2', 5)));
