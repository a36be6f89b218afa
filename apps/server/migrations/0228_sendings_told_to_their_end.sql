-- Sendings of a command (numbers of `attempts`) whose own process wrote down how they ended: every message of them stands in went_out. Of any other sending the process was killed,
-- or is at it, and messages may have gone out that stand nowhere.
alter table device_command add column told_attempts smallint[] not null default '{}';
