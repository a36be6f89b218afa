-- Items F1 and F2 of T/GDRTA 002-2020: faults of mounting and of recognition, whose bits each maker gives a meaning. Other makers have the same ids for other things.
insert into item_profile (code, name, base, rows) values
  ('guangdong', '粤标安装、算法异常（F1、F2）', 'gps51', '[
    {"item":241,"length":4,"to":null,"at":0,"form":"u32","meaning":"安装异常"},
    {"item":242,"length":4,"to":null,"at":0,"form":"u32","meaning":"算法异常"}
  ]')
on conflict do nothing;
insert into item_profile_edition (profile_id, edition_no, name, base, rows)
  select id, edition_no, name, base, rows from item_profile where code = 'guangdong' and updated_name = ''
  on conflict do nothing;
