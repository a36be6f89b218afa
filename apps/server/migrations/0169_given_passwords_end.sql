-- A password that somebody else gave ends a week after it was given: counted from now for those that wait already.
update app_user set pwd_changed_at = now() where must_change_pwd;
