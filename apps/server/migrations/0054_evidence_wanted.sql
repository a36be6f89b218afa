-- Evidence that a person asks for again is wanted anew: it is asked of the terminal for as long as at first.
alter table evidence_request add column wanted_at timestamptz not null default now();
update evidence_request set wanted_at = created_at;
