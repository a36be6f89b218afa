-- 限流 of one program for one interface: calls a second that the provider grants; null: what the interface allows everybody.
alter table interface_apply add column per_second int check (per_second between 1 and 100);
