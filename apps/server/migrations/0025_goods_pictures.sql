-- Pictures of goods where they are fetched and taken in, and who handed them over there (发货人, 送货人).
alter table pick_up_order add column file_ids bigint[] not null default '{}';
alter table pick_up_order add column handed_by text;
alter table receipt_order add column file_ids bigint[] not null default '{}';
alter table receipt_order add column handed_by text;
