-- A question that the terminal has taken waits for its driver, not for the terminal: other commands go out meanwhile. A second question waits for the first.
drop index device_command_under_way;
create unique index device_command_under_way on device_command (device_id) where state = 1 or (state = 7 and kind <> 'question');
create unique index device_command_asking on device_command (device_id) where state in (1, 7) and kind = 'question';
