-- Who hears how a pre-cooling goes (report.md 3.5: notify persons); none: who gave the task.
alter table pre_cooling add column notify_ids bigint[] not null default '{}';
