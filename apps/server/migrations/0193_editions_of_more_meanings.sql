-- The first edition of a profile says what 0192 added to it, as that is what terminals are read by.
update item_profile_edition e set rows = p.rows from item_profile p
  where p.id = e.profile_id and p.code in ('bsj', 'bsj-fuel', 'tracker', 'c5', 'obd') and p.updated_name = '' and p.edition_no = 1 and e.edition_no = 1;
