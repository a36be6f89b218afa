-- A day of a truck may be marked and computed again between two rounds over its trips. How often days of a truck were computed, and up to which time a trip's
-- mileages have that, tells it all the same.
alter table facts_state add column recomputes bigint not null default 0;
comment on column facts_state.recomputes is 'how often days of the vehicle were computed again from stored points; only grows';

alter table waybill add column mileage_recomputes bigint not null default 0,
  add column mileage_due_at timestamptz;
comment on column waybill.mileage_recomputes is 'facts_state.recomputes when the mileages at departure and arrival were reckoned; less than now: they are reckoned again';
comment on column waybill.mileage_due_at is 'since when mileage_due holds: what waits for longer is reckoned from what is known';
update waybill set mileage_due_at = now() where mileage_due;
