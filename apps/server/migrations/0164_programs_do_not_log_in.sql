-- Programs sign their calls: the sessions that they had by logging in are over, and so are logins that wait for a second factor.
update auth_session set revoked_at = now(), revoke_reason = 'ended' where terminal_kind = 'open' and revoked_at is null;
delete from login_step where terminal_kind = 'open';
