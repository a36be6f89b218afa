-- Times for which somebody had stopped a target that still owed something of before them: nothing of them is told. A target may be stopped several times before it has
-- reached the present. stopped_at is since when one that owes something is stopped; it becomes such a time when it is started.
alter table forward_state add passed_over tstzmultirange not null default '{}';
update forward_state s set passed_over = tstzmultirange(tstzrange(date_trunc('milliseconds', stopped_at), date_trunc('milliseconds', started_at))), stopped_at = null
from forward_target t where t.id = s.target_id and t.enabled and s.stopped_at < s.started_at;
alter table forward_state drop started_at;
