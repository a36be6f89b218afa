-- Whoever serves a company or the provider's staff adds to these logs and reads them; nothing that a user asks for changes or removes a line. What is older
-- than a company keeps goes with the owner's role, as does the company itself.
revoke update, delete on change_history, login_log, tms_operation_log from app_tenant, app_provider;
