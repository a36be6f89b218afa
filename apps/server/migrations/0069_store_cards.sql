-- A store card belongs to a store of the register. Cards of before keep the name that was typed.
alter table store add constraint store_of_client unique (client_id, id);
alter table card
  add column store_id bigint,
  add constraint card_store_of_client foreign key (client_id, store_id) references store (client_id, id),
  add constraint card_store_type check (store_id is null or card_type = 1);
create unique index card_store on card (client_id, store_id) where deleted_at is null and card_status = 1 and store_id is not null;
-- two stores may have the same name: a name tells owners apart only where nothing else does
drop index card_owner;
create unique index card_owner on card (client_id, card_type, owner_name)
  where deleted_at is null and card_status = 1 and driver_id is null and store_id is null;
