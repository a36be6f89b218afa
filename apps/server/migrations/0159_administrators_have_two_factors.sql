-- A new company wants a second factor of its administrators, the provider's of its staff; companies of before keep what they chose.
alter table client alter column second_factor set default 'admins';
