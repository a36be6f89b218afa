-- Whole telephone numbers of people stood in steps of waybills and in the history of users, where everybody reads them: steps lose them, the history shows
-- them as lists do.
update tms_operation_log set remark = regexp_replace(remark, '，请电话联系 \S+', '，请拨打电话联系') where remark ~ '，请电话联系 \d';
update change_history h set changes = (
    select jsonb_agg(case when one ->> 'field' = 'phone' then one || jsonb_build_object(
        'before', regexp_replace(one ->> 'before', '^(\d{3})\d{4}(\d{4})$', '\1****\2'),
        'after', regexp_replace(one ->> 'after', '^(\d{3})\d{4}(\d{4})$', '\1****\2')) else one end order by nr)
    from jsonb_array_elements(h.changes) with ordinality as each (one, nr))
  where entity = 'user' and changes @> '[{"field": "phone"}]';
