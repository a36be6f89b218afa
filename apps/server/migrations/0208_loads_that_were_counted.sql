-- Whether somebody counted what was loaded of an order at the first stop. Without it a count of 0 pieces was the same as no count, and the order left with
-- everything that was planned.
alter table waybill_leg add column load_counted boolean not null default false;
comment on column waybill_leg.load_counted is 'somebody counted load_pieces at the first stop; false: nobody did, and all that is planned leaves';
-- Pieces stand there before the departure only if somebody counted them. After it they stand there for every order, and only a number below the plan is
-- certain to be a count. A count of 0 left no trace: such orders stay uncounted, as they were treated so far. Pick-ups are counted where they are fetched.
update waybill_leg set load_counted = true
  where pick_up_id is null and from_seq = 1 and load_pieces > 0 and (transportation_status = 0 or load_pieces < plan_pieces);
