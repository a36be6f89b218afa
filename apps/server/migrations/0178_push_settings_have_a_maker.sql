-- Who made a push setting may stop and delete it, as it is with targets of forwarding. Those of before get the user that their history names.
alter table push_setting add created_by bigint;
update push_setting s set created_by = (
  select h.user_id from change_history h
  where h.client_id = s.client_id and h.entity = 'push_setting' and h.entity_id = s.id and h.action = '新增' order by h.at, h.id limit 1);
