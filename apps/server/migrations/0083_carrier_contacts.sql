-- Further contact persons of a carrier: [{name, phone, post, email}]. The first one stays in `contact` and `phone`, by which lists and papers go.
alter table carrier add column contacts jsonb not null default '[]' check (jsonb_typeof(contacts) = 'array');
