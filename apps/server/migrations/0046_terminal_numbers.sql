-- One form of terminal numbers: those of 2019 were kept with the zeros that pad them to 20 digits, beside the 12 digits of the others. What a number is
-- recognized by (phone_key) stays as it is.
update device set terminal_no = regexp_replace(terminal_no, '^0+(?=\d{12})', '') where terminal_no ~ '^0\d{12,}$';
update renew_order_item set terminal_no = regexp_replace(terminal_no, '^0+(?=\d{12})', '') where terminal_no ~ '^0\d{12,}$';
update member_order_item set terminal_no = regexp_replace(terminal_no, '^0+(?=\d{12})', '') where terminal_no ~ '^0\d{12,}$';
