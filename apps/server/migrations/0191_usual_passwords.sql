-- Hashes of the most used passwords under this installation's salt. Deriving three thousand takes twenty seconds of a processor, so that they are worked out once, a
-- few a minute. salt_mark: which salt they were made under, as another salt makes them worthless; seq: place in the list.
create table usual_password (
  salt_mark bytea not null,
  seq int not null,
  hash text not null,
  primary key (salt_mark, seq)
);
create unique index usual_password_hash on usual_password (salt_mark, hash);
