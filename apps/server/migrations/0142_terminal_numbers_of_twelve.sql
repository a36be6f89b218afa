-- One form of terminal numbers, after 0046: a number that was entered without the zeros in front of it gets its twelve digits, as the frames of the terminal
-- have them. What a number is recognized by (phone_key) stays as it is.
update device set terminal_no = lpad(terminal_no, 12, '0') where terminal_no ~ '^\d{1,11}$';
update renew_order_item set terminal_no = lpad(terminal_no, 12, '0') where terminal_no ~ '^\d{1,11}$';
update member_order_item set terminal_no = lpad(terminal_no, 12, '0') where terminal_no ~ '^\d{1,11}$';
update repair_request set terminal_no = lpad(terminal_no, 12, '0') where terminal_no ~ '^\d{1,11}$';
update frame_trace set terminal_no = lpad(terminal_no, 12, '0') where terminal_no ~ '^\d{1,11}$';
