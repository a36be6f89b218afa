-- 报表 is a content of a share of its own. Until now whoever was lent tracks, temperatures or alarms of a vehicle had its reports too: shares that were given so go on as they were.
alter table device_share disable trigger device_share_changed;
update device_share set scopes = scopes || '{report}'::text[] where scopes && '{track,temperature,alarm}'::text[] and not 'report' = any(scopes);
alter table device_share enable trigger device_share_changed;
update vehicle_access set scopes = scopes || '{report}'::text[] where source = 'share' and scopes && '{track,temperature,alarm}'::text[] and not 'report' = any(scopes);
