-- Whether a terminal of this number knocked without being known. Asked by whoever enters a terminal: the number must be known to ask,
-- so nobody sees the terminals of others.
create function terminal_knock(number_digits text) returns table (last_seen_at timestamptz)
language sql stable security definer set search_path = public as $$
  select u.last_seen_at from unknown_terminal u where ltrim(u.phone_key, '0') = ltrim(number_digits, '0')
  order by u.last_seen_at desc limit 1
$$;
revoke execute on function terminal_knock from public;
grant execute on function terminal_knock to app_tenant, app_provider;
