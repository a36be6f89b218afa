-- Programs that became a customer's kept interfaces that are not open for programs of customers; the gate refused them already.
update interface_apply g set status = 4, remark = '应用改为客户的应用，此接口不对客户的应用开放', version = version + 1, updated_at = now()
  where g.status = 1 and g.interface_key not in ('position', 'track', 'alarm', 'vehicle')
    and exists (select from open_app a where a.id = g.app_id and a.customer_id is not null);
