-- Up to when a target still owes what it had not told when it was stopped, and from when it tells again: what comes between is nobody's. Null: it owes nothing of before a stop.
alter table forward_state add stopped_at timestamptz, add started_at timestamptz;
update forward_state s set stopped_at = coalesce(
    (select max(h.at) from change_history h where h.client_id = t.client_id and h.entity = 'forward_target' and h.entity_id = t.id and h.action = '停止'), t.updated_at)
from forward_target t where t.id = s.target_id and not t.enabled and s.paused_at is null and s.filled_at is null;

-- The version of a target that its administrators were told of, because who set it sees it no more: messages are cleaned, this is not.
alter table forward_target add adrift_told int;
update forward_target t set adrift_told = t.version
where exists (select from message m where m.client_id = t.client_id and m.once_key = 'forward-adrift ' || t.id || ' ' || t.version);
