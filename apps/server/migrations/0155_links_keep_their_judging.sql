-- How the report behind a customer's link is judged (minutes out of bounds that it may have, zone, bounds): the link shows the newest version that was
-- judged so. Null: made before, shows the newest version of all.
alter table trip_share add column judging jsonb;
