-- More meanings of items: seals of box doors, cameras with rows within a row, diagnostic readers that speak in text, radio tags, a door's alarm.
insert into item_profile (code, name, base, rows) values
  ('lock-seal', '箱门锁（60、63）', 'standard', '[
    {"item":96,"length":0,"to":null,"at":0,"form":"u16","meaning":"锁事件"},
    {"item":99,"length":11,"to":null,"at":6,"form":"u16","factor":0.001,"layout":"list","meaning":"锁电池","unit":"V"},
    {"item":99,"length":11,"to":null,"at":8,"form":"u8","layout":"list","meaning":"锁封（49为已施封）"},
    {"item":99,"length":11,"to":null,"at":10,"form":"s8","layout":"list","meaning":"锁信号"}
  ]'),
  ('jc', 'JC摄像头（E8）', 'standard', '[
    {"item":232,"length":7,"to":"charging","at":0,"form":"u8","layout":"word-id-nested","part":537067520,"is":1},
    {"item":232,"length":7,"to":"battVoltageV","at":2,"form":"u16","layout":"word-id-nested","part":537067520,"factor":0.01},
    {"item":232,"length":7,"to":"signal","at":4,"form":"u8","layout":"word-id-nested","part":537067520},
    {"item":232,"length":7,"to":"extVoltageV","at":5,"form":"u16","layout":"word-id-nested","part":537067520,"factor":0.01},
    {"item":232,"length":2,"to":"battVoltageV","at":0,"form":"u16","layout":"word-id-nested","part":537198593,"factor":0.01},
    {"item":232,"length":1,"to":"battPct","at":0,"form":"u8","layout":"word-id-nested","part":537198595},
    {"item":232,"length":1,"to":"charging","at":0,"form":"u8","layout":"word-id-nested","part":537198596,"is":0},
    {"item":232,"length":2,"to":null,"at":0,"form":"u16","layout":"word-id-nested","part":537198599,"factor":0.1,"meaning":"水平精度因子"},
    {"item":232,"length":2,"to":"extVoltageV","at":0,"form":"u16","layout":"word-id-nested","part":537206785,"factor":0.1}
  ]'),
  ('obd-text', 'OBD文本（$OBD-RT）', 'standard', '[
    {"item":230,"length":0,"to":"extVoltageV","at":0,"form":"text","layout":"comma-text","part":1},
    {"item":230,"length":0,"to":"engineRpm","at":0,"form":"text","layout":"comma-text","part":2},
    {"item":230,"length":0,"to":null,"at":0,"form":"text","layout":"comma-text","part":3,"meaning":"车速","unit":"km/h"},
    {"item":230,"length":0,"to":"engineLoadPct","at":0,"form":"text","layout":"comma-text","part":5},
    {"item":230,"length":0,"to":"coolantC","at":0,"form":"text","layout":"comma-text","part":6},
    {"item":230,"length":0,"to":null,"at":0,"form":"text","layout":"comma-text","part":12,"meaning":"累计油耗","unit":"L"}
  ]')
on conflict do nothing;

-- Profiles that staff have changed stay theirs.
update item_profile set rows = rows || '[
    {"item":87,"length":8,"to":null,"at":4,"form":"u32","bit":16,"meaning":"车门报警"}
  ]'::jsonb
  where code = 'mv710g' and updated_name = '' and edition_no = 1;
update item_profile set rows = rows || '[
    {"item":243,"length":0,"to":null,"at":0,"form":"u16","layout":"mask-tags","part":2,"factor":0.001,"meaning":"蓝牙标签电池","unit":"V"},
    {"item":243,"length":0,"to":"tempC","at":0,"form":"s16","layout":"mask-tags","part":3,"factor":0.1,"none":[65535],"low":-70,"high":125,"no":2},
    {"item":243,"length":0,"to":"humPct","at":0,"form":"u16","layout":"mask-tags","part":4,"factor":0.1,"high":100,"no":2}
  ]'::jsonb
  where code = 'aovx' and updated_name = '' and edition_no = 1;
insert into item_profile_edition (profile_id, edition_no, name, base, rows)
  select id, edition_no, name, base, rows from item_profile where code in ('lock-seal', 'jc', 'obd-text') and updated_name = ''
  on conflict do nothing;
update item_profile_edition e set rows = p.rows from item_profile p
  where p.id = e.profile_id and p.code in ('mv710g', 'aovx') and p.updated_name = '' and p.edition_no = 1 and e.edition_no = 1;
