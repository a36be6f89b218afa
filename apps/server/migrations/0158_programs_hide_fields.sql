-- Kinds of fields that a program does not see (fieldMask), as whoever holds its secret does not. Programs of before see what they saw.
alter table open_app add column masks text[] not null default '{}' check (masks <@ array['cost', 'phone', 'video']);
