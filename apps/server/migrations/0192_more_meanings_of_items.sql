-- Meanings of items whose layout the makers' lists print: the first fuel probe and states of the BSJ family, supply and battery in EE, litres in E2, light and
-- pressure of the C5 family, the rest in the tank by the diagnostic socket. Profiles that staff have changed stay theirs.
update item_profile set rows = rows || '[
    {"item":235,"length":0,"to":"fuelL","at":0,"form":"u16","layout":"word-length-first","part":1,"factor":0.1},
    {"item":235,"length":4,"to":null,"at":0,"form":"u32","layout":"word-length-first","part":137,"bit":0,"meaning":"主电接通（0为断电）"},
    {"item":235,"length":4,"to":null,"at":0,"form":"u32","layout":"word-length-first","part":137,"bit":12,"meaning":"安装状态（0为拆除）"},
    {"item":235,"length":4,"to":null,"at":0,"form":"u32","layout":"word-length-first","part":197,"bit":6,"meaning":"静止（0为震动）"}
  ]'::jsonb
  where code = 'bsj' and updated_name = '' and edition_no = 1;
update item_profile set rows = rows || '[
    {"item":235,"length":0,"to":"fuelL","at":0,"form":"u16","layout":"word-length-first","part":1,"factor":0.1},
    {"item":235,"length":4,"to":null,"at":0,"form":"u32","layout":"word-length-first","part":137,"bit":0,"meaning":"主电接通（0为断电）"},
    {"item":235,"length":4,"to":null,"at":0,"form":"u32","layout":"word-length-first","part":137,"bit":12,"meaning":"安装状态（0为拆除）"},
    {"item":235,"length":4,"to":null,"at":0,"form":"u32","layout":"word-length-first","part":197,"bit":6,"meaning":"静止（0为震动）"}
  ]'::jsonb
  where code = 'bsj-fuel' and updated_name = '' and edition_no = 1;
update item_profile set rows = rows || '[
    {"item":226,"length":4,"to":"fuelL","at":0,"form":"u32","factor":0.1},
    {"item":238,"length":6,"to":"signal","at":0,"form":"u8"},
    {"item":238,"length":6,"to":"extVoltageV","at":1,"form":"u16","factor":0.001},
    {"item":238,"length":6,"to":"battVoltageV","at":3,"form":"u16","factor":0.001},
    {"item":238,"length":6,"to":"satellites","at":5,"form":"u8"}
  ]'::jsonb
  where code = 'tracker' and updated_name = '' and edition_no = 1;
update item_profile set rows = rows || '[
    {"item":234,"length":2,"to":null,"at":0,"form":"u16","layout":"byte-id-first","part":19,"factor":1,"meaning":"光照"},
    {"item":234,"length":2,"to":null,"at":0,"form":"u16","layout":"byte-id-first","part":20,"factor":1,"meaning":"气压"},
    {"item":246,"length":2,"to":null,"at":0,"form":"u16","factor":1,"meaning":"气压"}
  ]'::jsonb
  where code = 'c5' and updated_name = '' and edition_no = 1;
update item_profile set rows = rows || '[
    {"item":142,"length":1,"to":null,"at":0,"form":"u8","meaning":"剩余燃油","unit":"%"}
  ]'::jsonb
  where code = 'obd' and updated_name = '' and edition_no = 1;
